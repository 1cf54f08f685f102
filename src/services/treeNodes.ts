import type { Difference } from '../core/applications/differences';
import type { KnownApplication } from '../core/applications/knownApplications';
import type { DatasetEntry } from '../core/database/browse';
import type { TableMapping } from '../core/database/tableMapping';
import type { ExportEntry } from '../core/export/model/entry';
import { recordsPath } from '../core/export/model/recordsPath';
import type { KeptOutlook } from '../core/kept/model/nextUpdate';
import type { KeptEntry } from '../engine/protocol';
import type { Account } from './accounts';
import type { DatabaseConnection } from './databases/databases';
import type { KeptUpdate } from './keptRecords';
import type { NewsCounts } from './news/keptMarks';
import type { RunningExport } from './runningExports';

/** What the tree's rows stand for, and what commands on them are given. */
export interface ApplicationNode extends KnownApplication {
	readonly kind: 'application';
	readonly account: Account;
}

export interface ExportNode {
	readonly kind: 'export';
	readonly account: Account;
	readonly entry: ExportEntry;
	/** From the others that are listed with it. */
	readonly differences?: readonly Difference[];
}

/** What is new in a set, and since when (Unix time, seconds). */
interface KeptNews extends NewsCounts {
	readonly since: number;
}

/** A set of kept records. */
export interface KeptNode {
	readonly kind: 'kept';
	readonly account: Account;
	readonly entry: KeptEntry;
	/** How far this window's update of it is; undefined while there is none. */
	readonly update: KeptUpdate | undefined;
	/** Of updates that nobody asks for. */
	readonly outlook?: KeptOutlook;
	/** What came since the person looked; undefined where nothing did that can be told. */
	readonly news?: KeptNews | undefined;
	/** See `ExportLibrary`. */
	readonly goesWithContainer?: boolean;
}

/** An export that this window is carrying out. */
export interface RunningNode {
	readonly kind: 'running';
	readonly run: RunningExport;
}

/** A database that a person set up. */
export interface DatabaseNode {
	readonly kind: 'database';
	readonly connection: DatabaseConnection;
}

export interface DatasetNode {
	readonly kind: 'dataset';
	readonly connection: DatabaseConnection;
	readonly dataset: DatasetEntry;
}

/** A table that was made by others. */
export interface MappedTableNode {
	readonly kind: 'mappedTable';
	readonly connection: DatabaseConnection;
	readonly mapping: TableMapping;
}

/** By which the records of a row are known: of an export its file, of a set its manifest; undefined where there are none. */
export function pathOfRecords(node: ExportNode | KeptNode): string | undefined {
	return node.kind === 'kept' ? node.entry.known?.manifest : recordsPath(node.entry);
}
