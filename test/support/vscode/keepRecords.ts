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
	const offered = new RegExp(`^${since}$`);
	const { description: firstDay } = await workbench.chooseInMenu(tree, application, 'Keep Records Current…', offered);
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
