import { eventually } from './waiting';
import type { Workbench } from './workbench';

/** From nothing to an export of sample data, by what is offered and Enter. */
export async function openExport(workbench: Workbench): Promise<void> {
	const tree = workbench.tree('Applications');
	await workbench.openContainer('App Errors');
	await tree.clickWelcome('Try with sample data');
	await (await workbench.quickInput.opened()).accept();
	await tree.waitForRow('Notes');
	// A tree that is being drawn anew tells a command nothing of the row it was called on.
	await eventually('The wizard', async () => {
		await tree.clickInline('Shop for Android', 'Export Errors…');
		await workbench.quickInput.opened();
		if ((await workbench.quickInput.title()).endsWith('Shop for Android')) return true;
		await workbench.quickInput.escape();
		await workbench.quickInput.closed();
		return undefined;
	});
	await workbench.quickInput.accept();
	await workbench.waitForTab(/shop-for-android.*\.errors/);
}
