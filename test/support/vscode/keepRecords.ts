import { eventually, patience } from './waiting';
import type { Workbench } from './workbench';

const application = 'Shop for Android';

/** The same for every test: all share one set on the server, which only ever begins earlier. */
const since = 'Last 90 days';

/** Keeps the records of an application of the sample data by its menu, and waits until they have come. */
export async function keepSampleRecords(workbench: Workbench): Promise<{ label: string; description: string }> {
	const { quickInput } = workbench;
	const tree = workbench.tree('Applications');
	await workbench.openContainer('App Errors');
	const isSignedIn = await eventually('the applications or the welcome', async () =>
		(await tree.rows()).length > 0 ? true : (await tree.hasWelcome()) ? false : undefined,
	);
	if (!isSignedIn) {
		await tree.clickWelcome('Try with sample data');
		await (await quickInput.opened()).accept();
	}
	await tree.waitForRow(application);
	const firstDay = await eventually('the question since when', async () => {
		await (await tree.contextMenu(application)).choose('Keep Records Current…');
		await quickInput.opened();
		const row = (await quickInput.rows()).find(({ label }) => label === since);
		if (row) return row.description;
		// The editor drew the row anew while its menu was open, and tells the command of none.
		await workbench.page.keyboard.press('Escape');
		await quickInput.closed();
		return undefined;
	});
	await quickInput.pick(since);
	await tree.expand(application);
	return eventually(
		'the kept records',
		async () => {
			// Those that were kept before are there until what is asked for has come.
			const found = (await tree.rows()).find(({ label }) => label === `Kept since ${firstDay}`);
			return found?.description.includes('current to') ? found : undefined;
		},
		3 * patience,
	);
}
