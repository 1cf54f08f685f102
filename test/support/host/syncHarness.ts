import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SyncedSetEntry } from '../../../src/engine/protocol';
import type { ApplicationNode, SyncedSetNode } from '../../../src/services/treeNodes';
import { eventually } from '../vscode/waiting';
import type { ExportsHarness } from './exportsHarness';

type KnownSet = SyncedSetEntry & { known: NonNullable<SyncedSetEntry['known']> };

export interface SyncHarness {
	application(): Promise<ApplicationNode>;
	/** Syncs the records of application 101 since the day with a label, or since a day in the form `yyyy-mm-dd`. */
	keep(since: string): Promise<void>;
	sets(): Promise<readonly SyncedSetEntry[]>;
	only(): Promise<KnownSet>;
	node(): Promise<SyncedSetNode>;
}

export function syncHarness(stage: ExportsHarness): SyncHarness {
	const sets = () => stage.services.syncedRecords.list(stage.account);
	const only = async (): Promise<KnownSet> => {
		const [entry, ...others] = await sets();
		assert(entry?.known && others.length === 0);
		return { ...entry, known: entry.known };
	};
	const application = async (): Promise<ApplicationNode> => {
		const nodes = await eventually('the applications', async () => {
			await stage.services.applications.load();
			return stage.services.applications.nodes();
		});
		const node = nodes.find(({ application }) => application.id === '101');
		assert(node);
		return node;
	};
	return {
		application,
		keep: async (since) => {
			const done = vscode.commands.executeCommand('appErrors.syncRecords', await application());
			const start = stage.person.pick(/^Sync Records of Shop for Android/);
			const isDay = /^\d/.test(since);
			if (isDay) {
				await start.type(since);
			}
			await start.choose(isDay ? /^Since / : since);
			await done;
			// Closes the records that the sync opened, because days of open records can't be deleted.
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await eventually('closed records', async () => stage.services.recordsInView.all.length === 0 || undefined);
		},
		sets,
		only,
		node: async () => {
			const entry = await only();
			return { kind: 'syncedSet', account: stage.account, entry, update: stage.services.syncedRecords.updateOf(entry) };
		},
	};
}
