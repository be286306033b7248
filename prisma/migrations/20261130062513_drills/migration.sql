-- AlterTable
ALTER TABLE "node_facts" ADD COLUMN     "claims_idempotency" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "policy_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "proof" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN     "proof_for" TEXT,
ADD COLUMN     "proof_until" TIMESTAMPTZ(3),
ADD COLUMN     "recipient" TEXT;

-- CreateTable
CREATE TABLE "drill_target" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "url" TEXT,
    "sealed" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "drill_target_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drill_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "node_row_id" UUID NOT NULL,
    "node_version" INTEGER NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "workflow_owner" TEXT,
    "policy_hash" TEXT NOT NULL,
    "recipient" TEXT,
    "route_hash" TEXT NOT NULL,
    "runner" TEXT NOT NULL,
    "target_id" UUID,
    "target" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "test_node" TEXT,
    "channels" TEXT NOT NULL,
    "clock" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "problem" TEXT,
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "stop_asked_by" TEXT,
    "stop_asked_at" TIMESTAMPTZ(3),
    "again_of" UUID,
    "requested_by" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "drill_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drill_trial" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "run_id" UUID NOT NULL,
    "drill" INTEGER NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,
    "fault" TEXT NOT NULL,
    "override" JSONB NOT NULL DEFAULT '{}',
    "plan" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'planned',
    "phase" TEXT,
    "clock" JSONB NOT NULL DEFAULT '[]',
    "observations" JSONB NOT NULL DEFAULT '[]',
    "problem" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "drill_trial_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drill_certificate" (
    "node_row_id" UUID NOT NULL,
    "drill" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "trial_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "node_version" INTEGER NOT NULL,
    "policy_hash" TEXT NOT NULL,
    "recipient" TEXT,
    "route_hash" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "passed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drill_certificate_pkey" PRIMARY KEY ("node_row_id","drill","kind")
);

-- CreateTable
CREATE TABLE "judged_source" (
    "source_id" UUID NOT NULL,
    "after_change" BIGINT NOT NULL DEFAULT 0,
    "after_id" BIGINT NOT NULL DEFAULT 0,
    "judged_at" TIMESTAMPTZ(3),

    CONSTRAINT "judged_source_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "awaited_judgement" (
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "awaited_judgement_pkey" PRIMARY KEY ("source_id","workflow_id","run_id","node_id","sub_index")
);

-- CreateTable
CREATE TABLE "conformance_finding" (
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL DEFAULT '',
    "finding" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "error_code" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "workflow_version" INTEGER NOT NULL,
    "detail" JSONB NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conformance_finding_pkey" PRIMARY KEY ("source_id","workflow_id","run_id","node_id","sub_index","finding")
);

-- CreateIndex
CREATE UNIQUE INDEX "drill_target_name_key" ON "drill_target"("name");

-- CreateIndex
CREATE INDEX "drill_run_node_row_id_created_at_idx" ON "drill_run"("node_row_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "drill_run_target_id_idx" ON "drill_run"("target_id");

-- CreateIndex
CREATE INDEX "drill_run_created_at_id_idx" ON "drill_run"("created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "drill_run_unended" ON "drill_run"("created_at") WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

-- CreateIndex
CREATE UNIQUE INDEX "drill_trial_run_id_drill_round_key" ON "drill_trial"("run_id", "drill", "round");

-- CreateIndex
CREATE INDEX "awaited_judgement_due_at_idx" ON "awaited_judgement"("due_at");

-- CreateIndex
CREATE INDEX "conformance_finding_source_id_workflow_id_node_id_occurred__idx" ON "conformance_finding"("source_id", "workflow_id", "node_id", "occurred_at");

-- CreateIndex
CREATE INDEX "conformance_finding_occurred_at_idx" ON "conformance_finding"("occurred_at" DESC);

-- AddForeignKey
ALTER TABLE "drill_run" ADD CONSTRAINT "drill_run_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drill_run" ADD CONSTRAINT "drill_run_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "drill_target"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drill_trial" ADD CONSTRAINT "drill_trial_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "drill_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drill_certificate" ADD CONSTRAINT "drill_certificate_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "judged_source" ADD CONSTRAINT "judged_source_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What drills leave behind: tables of the same names and shapes as those of real failures, so that the very same code
-- works on them through a search path of its own (`createDrillDb`), and nothing of it can reach the real ones.
CREATE SCHEMA "drill";

-- Whom a drill tells are the groups and channels as they are.
CREATE VIEW "drill"."owner_group" AS SELECT * FROM "public"."owner_group";
CREATE VIEW "drill"."owner_group_member" AS SELECT * FROM "public"."owner_group_member";
CREATE VIEW "drill"."channel" AS SELECT * FROM "public"."channel";

CREATE TABLE "drill"."source" (LIKE "public"."source" INCLUDING ALL);
CREATE TABLE "drill"."workflow" (LIKE "public"."workflow" INCLUDING ALL);
CREATE TABLE "drill"."node" (LIKE "public"."node" INCLUDING ALL);
CREATE TABLE "drill"."workflow_run_step" (LIKE "public"."workflow_run_step" INCLUDING ALL);
CREATE TABLE "drill"."followed_source" (LIKE "public"."followed_source" INCLUDING ALL);
CREATE TABLE "drill"."awaited_attempt" (LIKE "public"."awaited_attempt" INCLUDING ALL);
CREATE TABLE "drill"."hand_off" (LIKE "public"."hand_off" INCLUDING ALL);
CREATE TABLE "drill"."alert_window" (LIKE "public"."alert_window" INCLUDING ALL);
CREATE TABLE "drill"."alert_decision" (LIKE "public"."alert_decision" INCLUDING ALL);
CREATE TABLE "drill"."channel_state" (LIKE "public"."channel_state" INCLUDING ALL);
CREATE TABLE "drill"."delivery" (LIKE "public"."delivery" INCLUDING ALL);
CREATE TABLE "drill"."delivery_attempt" (LIKE "public"."delivery_attempt" INCLUDING ALL);

-- Numbers of its own: those of the real history stay gapless.
CREATE SEQUENCE "drill"."workflow_run_step_id_seq" AS BIGINT OWNED BY "drill"."workflow_run_step"."id";
ALTER TABLE "drill"."workflow_run_step" ALTER COLUMN "id" SET DEFAULT nextval('"drill"."workflow_run_step_id_seq"');

CREATE TRIGGER "workflow_run_step_changed" BEFORE UPDATE ON "drill"."workflow_run_step"
  FOR EACH ROW EXECUTE FUNCTION "workflow_run_step_changed"();

-- A source is a trial, and goes with it.
ALTER TABLE "drill"."source" ADD FOREIGN KEY ("id") REFERENCES "public"."drill_trial" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."workflow" ADD FOREIGN KEY ("source_id") REFERENCES "drill"."source" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."node" ADD FOREIGN KEY ("workflow_id") REFERENCES "drill"."workflow" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."workflow_run_step" ADD FOREIGN KEY ("source_id") REFERENCES "drill"."source" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."followed_source" ADD FOREIGN KEY ("source_id") REFERENCES "drill"."source" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."awaited_attempt" ADD FOREIGN KEY ("source_id") REFERENCES "drill"."source" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."hand_off" ADD FOREIGN KEY ("source_id") REFERENCES "drill"."source" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."alert_window" ADD FOREIGN KEY ("channel_id") REFERENCES "public"."channel" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."alert_decision" ADD FOREIGN KEY ("hand_off_id") REFERENCES "drill"."hand_off" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."alert_decision" ADD FOREIGN KEY ("channel_id") REFERENCES "public"."channel" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."channel_state" ADD FOREIGN KEY ("channel_id") REFERENCES "public"."channel" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."delivery" ADD FOREIGN KEY ("hand_off_id") REFERENCES "drill"."hand_off" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."delivery" ADD FOREIGN KEY ("channel_id") REFERENCES "public"."channel" ("id") ON DELETE CASCADE;
ALTER TABLE "drill"."delivery_attempt" ADD FOREIGN KEY ("delivery_id") REFERENCES "drill"."delivery" ("id") ON DELETE CASCADE;

-- What really happened at the receiver of the sandbox; `key` is what it would drop a repetition by. The unique key is
-- also what a unique violation is made with.
CREATE TABLE "drill"."effect" (
    "trial_id" UUID NOT NULL REFERENCES "public"."drill_trial" ("id") ON DELETE CASCADE,
    "number" INTEGER NOT NULL,
    "key" TEXT,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "effect_pkey" PRIMARY KEY ("trial_id", "number")
);

-- Steps that a platform reports of a drill, whoever writes them: their run id is `failpath-drill-<trial>`, with more
-- behind a hyphen. They never reach the real history. What is judged is the log of a platform, until its trial has
-- ended: of the built-in runner nobody else writes the log, and what comes too late changes no evidence. Of no known
-- trial, a step is one like any other.
CREATE FUNCTION "workflow_run_step_of_drill"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  trial UUID;
  known RECORD;
BEGIN
  trial := substring(NEW."run_id" from '(?i)^failpath-drill-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:-|$)')::uuid;
  IF trial IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT w."key", n."node_id", r."test_node", t."state" IN ('planned', 'running') AND r."runner" <> 'builtin' AS open
    INTO known
    FROM "public"."drill_trial" t JOIN "public"."drill_run" r ON r."id" = t."run_id"
    LEFT JOIN "drill"."workflow" w ON w."source_id" = t."id" LEFT JOIN "drill"."node" n ON n."workflow_id" = w."id"
    WHERE t."id" = trial;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  IF NOT known."open" OR known."node_id" IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "drill"."workflow_run_step" AS s (
    "source_id", "workflow_id", "run_id", "node_id", "sub_index", "attempt", "status", "error_code", "error_message",
    "payload_hash", "occurred_at", "duration_ms")
  VALUES (
    trial, known."key", NEW."run_id",
    CASE WHEN NEW."node_id" = known."test_node" THEN known."node_id" ELSE NEW."node_id" END,
    NEW."sub_index", NEW."attempt", NEW."status", NEW."error_code", NEW."error_message", NEW."payload_hash",
    NEW."occurred_at", NEW."duration_ms")
  ON CONFLICT ("source_id", "workflow_id", "run_id", "node_id", "sub_index", "attempt") DO UPDATE
    SET "status" = excluded."status", "error_code" = excluded."error_code", "error_message" = excluded."error_message",
        "payload_hash" = coalesce(excluded."payload_hash", s."payload_hash"),
        "occurred_at" = excluded."occurred_at", "duration_ms" = excluded."duration_ms"
    WHERE s."status" = 'running' AND excluded."status" <> 'running';
  RETURN NULL;
END
$$;

CREATE TRIGGER "workflow_run_step_of_drill" BEFORE INSERT ON "workflow_run_step"
  FOR EACH ROW WHEN (lower(left(NEW."run_id", 15)) = 'failpath-drill-') EXECUTE FUNCTION "workflow_run_step_of_drill"();

-- What lists keep of a node's certificates is forgotten when one of them changes. The row is made where there is none
-- yet: whoever works it out meanwhile waits here, and sees what was committed. A node that goes away has none.
CREATE FUNCTION "drill_certificate_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."node_facts" ("node_row_id", "facts_version", "node_version", "lacks", "nothing_can_fail", "search")
    SELECT n."id", 0, 0, '{}', false, '' FROM "public"."node" n WHERE n."id" = coalesce(NEW."node_row_id", OLD."node_row_id")
  ON CONFLICT ("node_row_id") DO UPDATE SET "proof_for" = NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER "drill_certificate_changed" AFTER INSERT OR UPDATE OR DELETE ON "drill_certificate"
  FOR EACH ROW EXECUTE FUNCTION "drill_certificate_changed"();
