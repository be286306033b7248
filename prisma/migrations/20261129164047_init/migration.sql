-- CreateTable
CREATE TABLE "workflow_run_step" (
    "id" BIGSERIAL NOT NULL,
    "source_id" UUID NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "node_id" TEXT NOT NULL,
    "sub_index" TEXT NOT NULL DEFAULT '',
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "error_code" TEXT,
    "error_message" TEXT,
    "payload_hash" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER,

    CONSTRAINT "workflow_run_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_group" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owner_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_group_member" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "group_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "owner_group_member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "alerts_from" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "source_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sidecar" TEXT,
    "owner" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "workflow_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT,
    "can_carry_policy" BOOLEAN NOT NULL DEFAULT true,
    "config" JSONB NOT NULL,
    "engine_retry" JSONB NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_draft" (
    "node_row_id" UUID NOT NULL,
    "base_version" INTEGER NOT NULL,
    "base" JSONB NOT NULL,
    "document" JSONB NOT NULL,
    "replace_engine_retry" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "node_draft_pkey" PRIMARY KEY ("node_row_id")
);

-- CreateTable
CREATE TABLE "workflow_version" (
    "workflow_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "sidecar" TEXT,
    "configs" JSONB NOT NULL,
    "changed" TEXT[],
    "note" TEXT,
    "published_by" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_version_pkey" PRIMARY KEY ("workflow_id","version")
);

-- CreateTable
CREATE TABLE "rejected_import" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "file_name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "diagnostics" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rejected_import_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "workflow_run_step_occurred_at_idx" ON "workflow_run_step"("occurred_at");

-- CreateIndex
CREATE INDEX "workflow_run_step_workflow_id_node_id_occurred_at_idx" ON "workflow_run_step"("workflow_id", "node_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_run_step_source_id_workflow_id_run_id_node_id_sub__key" ON "workflow_run_step"("source_id", "workflow_id", "run_id", "node_id", "sub_index", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "owner_group_slug_key" ON "owner_group"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "owner_group_member_group_id_email_key" ON "owner_group_member"("group_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "source_key_key" ON "source"("key");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_source_id_key_key" ON "workflow"("source_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "node_workflow_id_node_id_key" ON "node"("workflow_id", "node_id");

-- CreateIndex
CREATE INDEX "rejected_import_created_at_idx" ON "rejected_import"("created_at");

-- AddForeignKey
ALTER TABLE "owner_group_member" ADD CONSTRAINT "owner_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "owner_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow" ADD CONSTRAINT "workflow_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node" ADD CONSTRAINT "node_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_draft" ADD CONSTRAINT "node_draft_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;
