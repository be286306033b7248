-- CreateTable
CREATE TABLE "source_mapping" (
    "source_id" UUID NOT NULL,
    "mapping" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "sealed" TEXT,
    "place" TEXT,
    "role" TEXT,
    "paused_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_mapping_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "source_reading" (
    "source_id" UUID NOT NULL,
    "phase" TEXT NOT NULL DEFAULT 'first_count',
    "read_to" TIMESTAMPTZ(3),
    "as_of" TIMESTAMPTZ(3),
    "count_from" TIMESTAMPTZ(3),
    "count_to" TIMESTAMPTZ(3),
    "rows" BIGINT NOT NULL DEFAULT 0,
    "definitions_at" TIMESTAMPTZ(3),
    "failure" JSONB,
    "failed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "source_reading_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "source_unknown" (
    "source_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_unknown_pkey" PRIMARY KEY ("source_id","kind","value")
);

-- CreateTable
CREATE TABLE "source_recount" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "asked_by" TEXT,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "count_from" TIMESTAMPTZ(3),
    "count_to" TIMESTAMPTZ(3),
    "read_to" TIMESTAMPTZ(3),
    "keep_before" TIMESTAMPTZ(3),
    "rows" BIGINT NOT NULL DEFAULT 0,
    "added" BIGINT NOT NULL DEFAULT 0,
    "changed" BIGINT NOT NULL DEFAULT 0,
    "gone" BIGINT NOT NULL DEFAULT 0,
    "kept" BIGINT NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_recount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_recount_met" (
    "recount_id" UUID NOT NULL,
    "step_id" BIGINT NOT NULL,

    CONSTRAINT "source_recount_met_pkey" PRIMARY KEY ("recount_id","step_id")
);

-- CreateTable
CREATE TABLE "source_recount_missing" (
    "recount_id" UUID NOT NULL,
    "step_id" BIGINT NOT NULL,
    "change_id" BIGINT NOT NULL,

    CONSTRAINT "source_recount_missing_pkey" PRIMARY KEY ("recount_id","step_id")
);

-- CreateTable
CREATE TABLE "source_definition" (
    "workflow_id" UUID NOT NULL,
    "origin" JSONB NOT NULL,
    "version" TEXT,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "source_definition_pkey" PRIMARY KEY ("workflow_id")
);

-- CreateIndex
CREATE INDEX "source_reading_next_at_idx" ON "source_reading"("next_at");

-- CreateIndex
CREATE INDEX "source_recount_source_id_created_at_idx" ON "source_recount"("source_id", "created_at");

-- AddForeignKey
ALTER TABLE "source_mapping" ADD CONSTRAINT "source_mapping_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_reading" ADD CONSTRAINT "source_reading_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_mapping"("source_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_unknown" ADD CONSTRAINT "source_unknown_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_mapping"("source_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_recount" ADD CONSTRAINT "source_recount_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source_mapping"("source_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_definition" ADD CONSTRAINT "source_definition_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_recount_met" ADD CONSTRAINT "source_recount_met_recount_id_fkey" FOREIGN KEY ("recount_id") REFERENCES "source_recount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_recount_missing" ADD CONSTRAINT "source_recount_missing_recount_id_fkey" FOREIGN KEY ("recount_id") REFERENCES "source_recount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When a publication last set a definition in its platform
ALTER TABLE "source_definition" ADD COLUMN "set_at" TIMESTAMPTZ(3);
