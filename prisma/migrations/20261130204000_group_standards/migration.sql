-- CreateTable
CREATE TABLE "group_standard" (
    "group_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "group_standard_pkey" PRIMARY KEY ("group_id")
);

-- CreateTable
CREATE TABLE "node_standard" (
    "node_row_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "standard_version" INTEGER NOT NULL,
    "node_version" INTEGER NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "deviates" TEXT[],
    "excused" TEXT[],

    CONSTRAINT "node_standard_pkey" PRIMARY KEY ("node_row_id")
);

-- AddForeignKey
ALTER TABLE "group_standard" ADD CONSTRAINT "group_standard_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "owner_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_standard" ADD CONSTRAINT "node_standard_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;
