-- CreateTable
CREATE TABLE "import_batch" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_item" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "batch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "values" JSONB,
    "workflow_id" UUID,
    "version" INTEGER,
    "changes" JSONB,
    "conflicts" INTEGER NOT NULL DEFAULT 0,
    "replace_version" INTEGER,
    "rejected_id" UUID,
    "content" BYTEA,
    "sidecar" BYTEA,
    "claimed_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "import_item_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "import_batch_created_at_idx" ON "import_batch"("created_at");

-- CreateIndex
CREATE INDEX "import_item_batch_id_state_idx" ON "import_item"("batch_id", "state");

-- CreateIndex
CREATE INDEX "import_item_workflow_id_idx" ON "import_item"("workflow_id");

-- CreateIndex
CREATE INDEX "import_item_rejected_id_idx" ON "import_item"("rejected_id");

-- CreateIndex
CREATE UNIQUE INDEX "import_item_batch_id_position_path_key" ON "import_item"("batch_id", "position", "path");

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "import_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_rejected_id_fkey" FOREIGN KEY ("rejected_id") REFERENCES "rejected_import"("id") ON DELETE SET NULL ON UPDATE CASCADE;
