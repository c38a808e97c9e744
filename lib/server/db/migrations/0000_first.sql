CREATE SEQUENCE "public"."sync_stamp" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"provider" text NOT NULL,
	"price_id" text NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"trial_days" integer NOT NULL,
	"session_id" text,
	"open" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"checkout_id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"wording_version" text NOT NULL,
	"price_id" text NOT NULL,
	"provider" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"uid" text NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_uid_provider_pk" PRIMARY KEY("uid","provider")
);
--> statement-breakpoint
CREATE TABLE "deleted_customers" (
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deleted_customers_provider_customer_id_pk" PRIMARY KEY("provider","customer_id")
);
--> statement-breakpoint
CREATE TABLE "deleted_users" (
	"uid" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"store" text NOT NULL,
	"id" text NOT NULL,
	"uid" text NOT NULL,
	"customer_id" text,
	"product_identifier" text,
	"price_id" text,
	"amount" integer,
	"currency" text,
	"interval" text,
	"status" text NOT NULL,
	"is_unsubscribed" boolean NOT NULL,
	"access" boolean NOT NULL,
	"current_period_end" timestamp with time zone,
	"trial_end" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"stamp" bigint NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_store_id_pk" PRIMARY KEY("store","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"name" text,
	"username" text,
	"email" text,
	"provider_id" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("uid") WHERE "checkouts"."open";--> statement-breakpoint
CREATE INDEX "consents_uid" ON "consents" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_provider_id" ON "customers" USING btree ("provider","customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_uid" ON "subscriptions" USING btree ("uid");