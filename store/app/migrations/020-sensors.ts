import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Sensors of workspaces, what they said of themselves, what installs one, what they sent, what they pretend to be.
 * Every process on one PostgreSQL hears at once that one was changed (store/app/sensors/changes.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sensors')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('profile_version', 'integer', (column) => column.notNull())
    .addColumn('ip_address', 'text', (column) => column.notNull())
    .addColumn('hostname', 'text', (column) => column.notNull())
    .addColumn('os', 'text', (column) => column.notNull())
    .addColumn('arch', 'text', (column) => column.notNull())
    .addColumn('publish', 'integer', (column) => column.notNull())
    .addColumn('capturing', 'integer', (column) => column.notNull())
    .addColumn('config_version', 'integer', (column) => column.notNull())
    .addColumn('excluded', 'text', (column) => column.notNull())
    .addColumn('network_ports', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('enrolled', 'bigint', (column) => column.notNull())
    .addColumn('ended', 'bigint', (column) => column.notNull())
    .addColumn('removed', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sensors_by_token').on('sensors').column('token_hash').execute()
  await db.schema.createIndex('sensors_by_workspace').on('sensors').columns(['workspace', 'id']).execute()
  await db.schema
    .createTable('sensor_health')
    .addColumn('sensor', 'text', (column) => column.primaryKey().references('sensors.id').onDelete('cascade'))
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('last_heartbeat', 'bigint', (column) => column.notNull())
    .addColumn('started', 'bigint', (column) => column.notNull())
    .addColumn('agent_version', 'text', (column) => column.notNull())
    .addColumn('config_version', 'integer', (column) => column.notNull())
    .addColumn('said', 'text', (column) => column.notNull())
    .addColumn('skews', 'text', (column) => column.notNull())
    .addColumn('last_batch', 'bigint', (column) => column.notNull())
    .addColumn('lag', 'bigint', (column) => column.notNull())
    .addColumn('silence_told', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('install_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('workspace', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('sensor', 'text', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sensor_batches')
    .addColumn('sensor', 'text', (column) => column.notNull().references('sensors.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('capture', 'text', (column) => column.notNull())
    .addColumn('sessions', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sensor_batches_key', ['sensor', 'id'])
    .execute()
  await db.schema
    .createIndex('sensor_batches_by_time')
    .on('sensor_batches')
    .columns(['workspace', 'received'])
    .execute()
  await db.schema
    .createTable('sensor_profiles')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('workspace', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('profile', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sensor_profiles_key', ['workspace', 'id', 'version'])
    .execute()
  await db.schema
    .createTable('sensor_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('sensor', 'text', (column) => column.notNull().references('sensors.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sensor_changes_by_sensor')
    .on('sensor_changes')
    .columns(['sensor', 'id'])
    .execute()
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`CREATE OR REPLACE FUNCTION noisefloor_sensor_changed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('noisefloor_sensors', COALESCE(NEW.id, OLD.id)); RETURN NULL; END $$`.execute(
    db,
  )
  await sql`CREATE OR REPLACE TRIGGER sensor_changed AFTER INSERT OR UPDATE OR DELETE ON sensors
    FOR EACH ROW EXECUTE FUNCTION noisefloor_sensor_changed()`.execute(db)
}
