import { eventually } from './waiting';
import type { Workbench } from './workbench';

/** Keeps the records of an application of the sample data by its menu, and waits until they have come. */
export async function keepSampleRecords(
	workbench: Workbench,
	since: string,
): Promise<{ label: string; description: string }> {
	const { quickInput } = workbench;
	const tree = workbench.tree('Applications');
	const application = 'Shop for Android';
	await workbench.openContainer('App Errors');
	await tree.clickWelcome('Try with sample data');
	await (await quickInput.opened()).accept();
	await tree.waitForRow(application);
	await eventually('the question since when', async () => {
		await (await tree.contextMenu(application)).choose('Keep Records Current…');
		await quickInput.opened();
		if ((await quickInput.rows()).some(({ label }) => label === since)) {
			return true;
		}
		// The editor drew the row anew while its menu was open, and tells the command of none.
		await workbench.page.keyboard.press('Escape');
		await quickInput.closed();
		return undefined;
	});
	await quickInput.pick(since);
	await tree.expand(application);
	return eventually('the kept records', async () => {
		const found = (await tree.rows()).find(({ label }) => label.startsWith('Kept since'));
		return found?.description.includes('current to') ? found : undefined;
	});
}
