import type { KnownApplication } from '../core/applications/knownApplications';
import type { ExportEntry } from '../core/export/model/entry';
import type { Account } from './accounts';
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
}

/** An export that this window is carrying out. */
export interface RunningNode {
	readonly kind: 'running';
	readonly run: RunningExport;
}
