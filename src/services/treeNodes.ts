import type { ExportEntry } from '../core/export/entry';
import type { Application } from '../core/service/application';
import type { Account } from './accounts';

/** What the tree's rows stand for, and what commands on them are given. */
export interface ApplicationNode {
	readonly kind: 'application';
	readonly account: Account;
	readonly application: Application;
	readonly pinned: boolean;
	/** Entered by hand; the listing may or may not know it. */
	readonly added: boolean;
}

export interface ExportNode {
	readonly kind: 'export';
	readonly account: Account;
	readonly entry: ExportEntry;
}
