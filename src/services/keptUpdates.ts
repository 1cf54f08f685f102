import * as vscode from 'vscode';
import type { KeptEntry } from '../engine/protocol';
import { withoutIcons } from '../vscode/escaping';
import { describeUpdate } from '../wording/keptMessages';
import type { Account } from './accounts';
import type { Applications } from './applications';
import type { ExportLibrary } from './exportLibrary';
import type { KeptRecords, UpdateOptions } from './keptRecords';

interface Used {
	readonly applications: Pick<Applications, 'nodes'>;
	readonly exports: Pick<ExportLibrary, 'zoneFor'>;
	readonly kept: Pick<KeptRecords, 'update'>;
}

/**
 * Updates a set, and says in the status bar how far it is. Its row can stop it.
 * @throws what made the update fail
 */
export async function updateWithProgress(
	{ applications, exports, kept }: Used,
	account: Account,
	entry: KeptEntry,
	how: Omit<UpdateOptions, 'onProgress'> = {},
): Promise<KeptEntry> {
	const { known } = entry;
	if (!known) {
		return entry;
	}
	const { id, name = id } = known.plan.application;
	const zone = await exports.zoneFor(id, applications, known.zone);
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Window, title: withoutIcons(name) },
		(progress) => {
			const onProgress = (update: Parameters<typeof describeUpdate>[0]) =>
				progress.report({ message: withoutIcons(describeUpdate(update)) });
			return kept.update(account, entry, zone, { onProgress, ...how });
		},
	);
}
