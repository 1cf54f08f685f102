import * as vscode from 'vscode';
import type { SyncedSetEntry } from '../engine/protocol';
import { withoutIcons } from '../vscode/escaping';
import { describeUpdate } from '../wording/syncMessages';
import type { Account } from './accounts';
import type { Applications } from './applications';
import type { ExportLibrary } from './exportLibrary';
import type { SyncedRecords, UpdateOptions } from './syncedRecords';

interface SyncUpdateServices {
	readonly applications: Pick<Applications, 'nodes'>;
	readonly exports: Pick<ExportLibrary, 'zoneFor'>;
	readonly syncedRecords: Pick<SyncedRecords, 'update'>;
}

/** @throws the error that ended the sync */
export async function updateWithProgress(
	{ applications, exports, syncedRecords }: SyncUpdateServices,
	account: Account,
	entry: SyncedSetEntry,
	how: Omit<UpdateOptions, 'onProgress'> = {},
): Promise<SyncedSetEntry> {
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
			return syncedRecords.update(account, entry, zone, { onProgress, ...how });
		},
	);
}
