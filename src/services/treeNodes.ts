import type { Difference } from '../core/applications/differences';
import type { KnownApplication } from '../core/applications/knownApplications';
import type { DatasetEntry } from '../core/database/browse';
import type { TableMapping } from '../core/database/tableMapping';
import type { ExportEntry } from '../core/export/model/entry';
import { recordsPath } from '../core/export/model/recordsPath';
import type { Application } from '../core/service/application';
import type { NextUpdate } from '../core/sync/model/nextUpdate';
import type { SyncedSetEntry } from '../engine/protocol';
import type { Account } from './accounts';
import type { DatabaseConnection } from './databases/databases';
import type { RunningExport, SyncUpdate } from './runningExports';
import type { SavedExportFile } from './savedExports';
import type { NewsCounts } from './whatsNew/watermarks';

export interface ApplicationNode extends KnownApplication {
	readonly kind: 'application';
	readonly account: Account;
}

export interface ExportNode {
	readonly kind: 'export';
	readonly account: Account;
	readonly entry: ExportEntry;
	readonly differences?: readonly Difference[];
}

/** Counts of new errors in a synced set. `since` is the watermark (Unix time in seconds). */
interface SyncedSetNews extends NewsCounts {
	readonly since: number;
}

export interface SyncedSetNode {
	readonly kind: 'syncedSet';
	readonly account: Account;
	readonly entry: SyncedSetEntry;
	readonly update: SyncUpdate | undefined;
	readonly nextUpdate?: NextUpdate;
	readonly news?: SyncedSetNews | undefined;
	/** Whether the synced set is stored in a container and is deleted with the container. */
	readonly goesWithContainer?: boolean;
}

export interface SavedExportNode {
	readonly kind: 'savedExport';
	readonly account: Account;
	readonly application: Application;
	readonly file: SavedExportFile;
}

export interface RunningNode {
	readonly kind: 'running';
	readonly run: RunningExport;
}

export interface DatabaseNode {
	readonly kind: 'database';
	readonly connection: DatabaseConnection;
}

export interface DatasetNode {
	readonly kind: 'dataset';
	readonly connection: DatabaseConnection;
	readonly dataset: DatasetEntry;
}

export interface MappedTableNode {
	readonly kind: 'mappedTable';
	readonly connection: DatabaseConnection;
	readonly mapping: TableMapping;
}

/** Returns the file of an export or the manifest of a synced set, or undefined if there are no records. */
export function pathOfRecords(node: ExportNode | SyncedSetNode): string | undefined {
	return node.kind === 'syncedSet' ? node.entry.known?.manifest : recordsPath(node.entry);
}
