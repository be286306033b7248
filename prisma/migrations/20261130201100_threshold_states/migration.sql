-- CreateTable
CREATE TABLE "measured_source" (
    "source_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "measured_source_pkey" PRIMARY KEY ("source_id")
);

-- CreateTable
CREATE TABLE "measured_node" (
    "node_row_id" UUID NOT NULL,
    "node_version" INTEGER NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "measured_node_pkey" PRIMARY KEY ("node_row_id")
);

-- CreateTable
CREATE TABLE "threshold_state" (
    "node_row_id" UUID NOT NULL,
    "code_hash" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "written" INTEGER,
    "written_source" TEXT,
    "suggested" INTEGER,
    "sample_size" INTEGER NOT NULL,
    "failure_count" INTEGER NOT NULL,
    "rate_low" DOUBLE PRECISION,
    "rate_high" DOUBLE PRECISION,
    "window_days" INTEGER NOT NULL,

    CONSTRAINT "threshold_state_pkey" PRIMARY KEY ("node_row_id","code_hash")
);

-- CreateIndex
CREATE INDEX "threshold_state_state_idx" ON "threshold_state"("state");

-- AddForeignKey
ALTER TABLE "measured_source" ADD CONSTRAINT "measured_source_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measured_node" ADD CONSTRAINT "measured_node_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "node"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threshold_state" ADD CONSTRAINT "threshold_state_node_row_id_fkey" FOREIGN KEY ("node_row_id") REFERENCES "measured_node"("node_row_id") ON DELETE CASCADE ON UPDATE CASCADE;
