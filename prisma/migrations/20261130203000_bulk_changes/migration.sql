-- CreateTable
CREATE TABLE "bulk_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changes" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "mode" TEXT,
    "note" TEXT,
    "started_by" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "bulk_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "node_row_id" UUID,
    "workflow_id" UUID,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "forecast" TEXT,
    "forecast_for" TEXT,
    "owners" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "loses" BOOLEAN NOT NULL DEFAULT false,
    "shares" BOOLEAN NOT NULL DEFAULT false,
    "outcome" TEXT,
    "refusal" JSONB,
    "version_before" INTEGER,
    "version_after" INTEGER,
    "publication" INTEGER,
    "before" JSONB,
    "drafted_at" TIMESTAMPTZ(3),
    "undo" TEXT,
    "undo_refusal" JSONB,
    "claimed_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_change_created_at_idx" ON "bulk_change"("created_at");

-- CreateIndex
CREATE INDEX "bulk_item_bulk_id_workflow_id_idx" ON "bulk_item"("bulk_id", "workflow_id");

-- CreateIndex
CREATE INDEX "bulk_item_node_row_id_idx" ON "bulk_item"("node_row_id");

-- CreateIndex
CREATE INDEX "bulk_item_workflow_id_idx" ON "bulk_item"("workflow_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_item_bulk_id_position_key" ON "bulk_item"("bulk_id", "position");

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulk_change"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE SET NULL ON UPDATE CASCADE;
