import type { Difference } from '../core/applications/differences';
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
	/** From the others that are listed with it. */
	readonly differences?: readonly Difference[];
}

/** An export that this window is carrying out. */
export interface RunningNode {
	readonly kind: 'running';
	readonly run: RunningExport;
}
