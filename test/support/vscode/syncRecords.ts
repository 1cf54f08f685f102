import { openSampleData, tabOf } from './openExport';
import { eventually, patience } from './waiting';
import type { Workbench } from './workbench';

const application = 'Shop for Android';

/** All tests share one synced set on the server, whose start can only move to an earlier day. */
const since = 'Last 90 days';

export async function syncSampleRecords(workbench: Workbench): Promise<{ label: string; description: string }> {
	const { quickInput } = workbench;
	const tree = workbench.tree('Applications');
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
			// Previously synced records remain visible until the new sync has completed.
			const found = (await tree.rows()).find(({ label }) => label === `Synced since ${firstDay}`);
			return found?.description.includes('synced at') ? found : undefined;
		},
		3 * patience,
	);
	// Otherwise, the records could open in front of what the test opens next.
	await workbench.waitForTab(tabOf(application, 'Synced records'));
	return row;
}
