import { rm } from 'node:fs/promises';
import { openSampleData, tabOf } from './openExport';
import { ResultsView } from './resultsView';
import { serverFiles, uiEnvironment } from './uiEnvironment';
import { eventually, patience } from './waiting';
import type { Workbench } from './workbench';

const application = 'Shop for Android';

const since = 'Last 90 days';

/** Deletes all synced sets. They can't be updated from a new browser, which has another key for hashing device IDs. */
async function deleteSyncedSets(): Promise<void> {
	for (const file of await serverFiles(uiEnvironment().trusted)) {
		const [folder] = /^.*[\\/]synced-\w+(?=[\\/])/.exec(file) ?? [];
		if (folder) await rm(folder, { recursive: true, force: true });
	}
}

export async function syncSampleRecords(workbench: Workbench): Promise<{ label: string; description: string }> {
	const { quickInput } = workbench;
	const tree = workbench.tree('Applications');
	await deleteSyncedSets();
	await workbench.openContainer('App Errors');
	const isSignedIn = await eventually('the applications or the welcome', async () =>
		(await tree.rows()).length > 0 ? true : (await tree.hasWelcome()) ? false : undefined,
	);
	if (!isSignedIn) {
		await openSampleData(workbench);
	}
	await tree.waitForRow(application);
	const offered = new RegExp(`^${since}$`);
	const { description: firstDay } = await workbench.chooseInMenu(tree, application, 'Sync Records…', offered);
	await quickInput.pick(since);
	await tree.expand(application);
	const row = await eventually(
		'the synced records',
		async () => {
			const found = (await tree.rows()).find(({ label }) => label === `Synced since ${firstDay}`);
			return found?.description.includes('synced at') ? found : undefined;
		},
		3 * patience,
	);
	// Waits for the tab. Otherwise, the records could open later in front of another editor.
	await workbench.waitForTab(tabOf(application, 'Synced records'));
	await new ResultsView(workbench.webview()).waitForAllRecords();
	return row;
}
