import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { KeptEntry } from '../../../src/engine/protocol';
import type { ApplicationNode, KeptNode } from '../../../src/services/treeNodes';
import { eventually } from '../vscode/waiting';
import type { ExportsStage } from './exportsStage';

type KnownSet = KeptEntry & { known: NonNullable<KeptEntry['known']> };

/** What tests of kept records do on the stage of exports. */
export interface KeptStage {
	/** Shop for Android. */
	application(): Promise<ApplicationNode>;
	/** Keeps the records of Shop for Android. @param days A label of the choice. */
	keep(days: string): Promise<void>;
	sets(): Promise<readonly KeptEntry[]>;
	/** The one set that there is. */
	only(): Promise<KnownSet>;
	node(): Promise<KeptNode>;
}

export function keptStage(stage: ExportsStage): KeptStage {
	const sets = () => stage.services.kept.list(stage.account);
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
		keep: async (days) => {
			const done = vscode.commands.executeCommand('appErrors.keepRecords', await application());
			await stage.person.pick(/^Keep the records of Shop for Android current/).choose(days);
			await done;
		},
		sets,
		only,
		node: async () => {
			const entry = await only();
			return { kind: 'kept', account: stage.account, entry, update: stage.services.kept.updateOf(entry) };
		},
	};
}
