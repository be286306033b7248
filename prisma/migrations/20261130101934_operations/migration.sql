-- CreateTable
CREATE TABLE "process" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "works" BOOLEAN NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopping" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leadership" (
    "work" TEXT NOT NULL,
    "process_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leadership_pkey" PRIMARY KEY ("work")
);
