import * as vscode from 'vscode';
import { isManifest } from '../../core/sync/model/names';
import type { Services } from '../../services/services';
import { applicationName, describeRange } from '../../wording/planMessages';

type TabServices = Pick<Services, 'exports' | 'syncedRecords'>;

/** Returns the title of a file's tab, or undefined if App Errors didn't write the file. */
export async function describeTab(path: string, { exports, syncedRecords }: TabServices): Promise<string | undefined> {
	if (isManifest(path)) {
		const set = await syncedRecords.describe(path);
		return set?.known && `${applicationName(set.known.plan)} – ${vscode.l10n.t('Synced records')}`;
	}
	const entry = await exports.describe(path);
	return entry && `${applicationName(entry.stored.plan)} – ${entry.name ?? describeRange(entry.stored.plan.range)}`;
}
