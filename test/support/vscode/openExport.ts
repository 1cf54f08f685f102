import { ResultsView } from './resultsView';
import { eventually } from './waiting';
import type { Workbench } from './workbench';

export interface ExportChoices {
	readonly application: string;
	/** By the label of its row; the one that is offered, if none is given. */
	readonly range?: string;
}

/** From nothing to the applications of the sample data. */
export async function openSampleData(workbench: Workbench): Promise<void> {
	await workbench.openContainer('App Errors');
	await workbench.tree('Applications').clickWelcome('Try with sample data');
	await (await workbench.quickInput.opened()).accept();
	await workbench.tree('Applications').waitForRow('Notes');
}

/** From the applications to the choices for an export of one. */
export async function openWizard(workbench: Workbench, application: string): Promise<void> {
	const { quickInput } = workbench;
	// A tree that is being drawn anew tells a command nothing of the row it was called on.
	await eventually(`The wizard of ${application}`, async () => {
		await workbench.tree('Applications').clickInline(application, 'Export Errors…');
		await quickInput.opened();
		if ((await quickInput.title()).endsWith(application)) return true;
		await quickInput.escape();
		await quickInput.closed();
		return undefined;
	});
}

/** From the applications to the records of one, in the results view. */
export async function exportRecords(workbench: Workbench, { application, range }: ExportChoices): Promise<ResultsView> {
	const { quickInput } = workbench;
	await openWizard(workbench, application);
	if (range !== undefined) {
		await quickInput.pick('Range');
		await quickInput.pick(range);
	}
	await quickInput.pick('Export');
	await quickInput.closed();
	await workbench.waitForTab(/\.errors/);
	return new ResultsView(workbench.webview()).ready();
}

/** From nothing to an export of sample data, by what is offered. */
export async function openExport(workbench: Workbench): Promise<ResultsView> {
	await openSampleData(workbench);
	return exportRecords(workbench, { application: 'Shop for Android' });
}
