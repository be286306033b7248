-- AlterTable
ALTER TABLE "node_draft" ADD COLUMN     "text" TEXT;

-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "restored_from" INTEGER;

-- CreateTable
CREATE TABLE "business_cycle" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "first_day" DATE NOT NULL,
    "length_days" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "business_cycle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_facts" (
    "node_row_id" UUID NOT NULL,
    "facts_version" INTEGER NOT NULL,
    "node_version" INTEGER NOT NULL,
    "owner" TEXT,
    "lacks" TEXT[],
    "nothing_can_fail" BOOLEAN NOT NULL,
    "search" TEXT NOT NULL,

    CONSTRAINT "node_facts_pkey" PRIMARY KEY ("node_row_id")
);

-- CreateTable
CREATE TABLE "node_code" (
    "node_row_id" UUID NOT NULL,
    "code_key" TEXT NOT NULL,
    "standing" TEXT NOT NULL,

    CONSTRAINT "node_code_pkey" PRIMARY KEY ("node_row_id","code_key")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "actor_id" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "business_cycle_name_key" ON "business_cycle"("name");

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_actor_id_list_name_key" ON "saved_view"("actor_id", "list", "name");

-- CreateIndex
CREATE INDEX "workflow_run_step_failed" ON "workflow_run_step"("source_id", "workflow_id", "node_id", "error_code", "occurred_at") WHERE (status = 'failed');

-- AddForeignKey
ALTER TABLE "node_facts" ADD CONSTRAINT "node_facts_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_code" ADD CONSTRAINT "node_code_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;
