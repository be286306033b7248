-- CreateTable
CREATE TABLE "rolled_source" (
    "source_id" UUID NOT NULL,
    "after_change" BIGINT NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "rolled_at" TIMESTAMPTZ(3),
    "counted_at" TIMESTAMPTZ(3),
    "steps" BIGINT NOT NULL DEFAULT 0,
    "paused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rolled_source_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "history_series" (
    "id" BIGSERIAL NOT NULL,
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "code_hash" UUID NOT NULL,
    "total1" BIGINT NOT NULL DEFAULT 0,
    "total2" BIGINT NOT NULL DEFAULT 0,
    "total3" BIGINT NOT NULL DEFAULT 0,
    "total4" BIGINT NOT NULL DEFAULT 0,
    "last_day" DATE NOT NULL,

    CONSTRAINT "history_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "history_day" (
    "series_id" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "before1" BIGINT NOT NULL,
    "before2" BIGINT NOT NULL,
    "before3" BIGINT NOT NULL,
    "before4" BIGINT NOT NULL,
    "slots" SMALLINT[],
    "sums1" INTEGER[],
    "sums2" INTEGER[],
    "sums3" INTEGER[],
    "sums4" INTEGER[],

    CONSTRAINT "history_day_pkey" PRIMARY KEY ("series_id","day")
);

-- CreateTable
CREATE TABLE "history_span" (
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "history_span_pkey" PRIMARY KEY ("source_id","workflow_id","run_id","node_id","sub_index")
);

-- CreateTable
CREATE TABLE "history_orphan" (
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL,

    CONSTRAINT "history_orphan_pkey" PRIMARY KEY ("source_id","workflow_id","run_id","node_id","sub_index")
);

-- CreateTable
CREATE TABLE "history_gone" (
    "id" BIGSERIAL NOT NULL,
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "error_code" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "change_id" BIGINT NOT NULL,
    "step_id" BIGINT NOT NULL,

    CONSTRAINT "history_gone_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "history_series_source_id_workflow_id_node_id_kind_code_hash_key" ON "history_series"("source_id", "workflow_id", "node_id", "kind", "code_hash");

-- CreateIndex
CREATE INDEX "history_gone_source_id_workflow_id_run_id_node_id_sub_index_idx" ON "history_gone"("source_id", "workflow_id", "run_id", "node_id", "sub_index");

-- CreateIndex
CREATE INDEX "workflow_run_step_again" ON "workflow_run_step"("source_id", "workflow_id", "node_id", "run_id", "sub_index") WHERE (attempt <> 1);

-- AddForeignKey
ALTER TABLE "rolled_source" ADD CONSTRAINT "rolled_source_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "history_series" ADD CONSTRAINT "history_series_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "rolled_source"("source_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Days are written again as they fill: with room in the page, no index has to follow.
ALTER TABLE "history_series" SET (fillfactor = 60);
ALTER TABLE "history_day" SET (fillfactor = 60);

-- Which executions are cut by an instant.
CREATE INDEX "history_span_during" ON "history_span" USING gist (tstzrange("first_at", "last_at", '[]'));

-- What a step was before it changed or went away: without it, nobody could take it out of what was counted. A new step
-- costs nothing.
CREATE FUNCTION "workflow_run_step_gone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."history_gone" ("source_id", "workflow_id", "run_id", "node_id", "sub_index", "attempt", "status",
    "error_code", "occurred_at", "change_id", "step_id")
  VALUES (OLD."source_id", OLD."workflow_id", OLD."run_id", OLD."node_id", OLD."sub_index", OLD."attempt", OLD."status",
    OLD."error_code", OLD."occurred_at", OLD."change_id", OLD."id");
  RETURN NULL;
END
$$;

CREATE TRIGGER "workflow_run_step_gone" AFTER UPDATE OR DELETE ON "workflow_run_step"
  FOR EACH ROW EXECUTE FUNCTION "workflow_run_step_gone"();

-- A history that is emptied at once has nothing that was counted.
CREATE FUNCTION "workflow_run_step_emptied"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE "public"."history_day", "public"."history_span", "public"."history_orphan", "public"."history_gone";
  DELETE FROM "public"."rolled_source";
  RETURN NULL;
END
$$;

CREATE TRIGGER "workflow_run_step_emptied" AFTER TRUNCATE ON "workflow_run_step"
  FOR EACH STATEMENT EXECUTE FUNCTION "workflow_run_step_emptied"();

-- The tables of drills have the same indexes. Nothing of drills is rolled up.
CREATE INDEX ON "drill"."workflow_run_step" ("source_id", "workflow_id", "node_id", "run_id", "sub_index") WHERE ("attempt" <> 1);
