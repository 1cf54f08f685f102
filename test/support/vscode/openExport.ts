import { ResultsView } from './resultsView';
import { eventually } from './waiting';
import type { Workbench } from './workbench';

export interface ExportChoices {
	readonly application: string;
	readonly range?: string;
}

export async function openSampleData(workbench: Workbench): Promise<void> {
	await workbench.openContainer('App Errors');
	await workbench.tree('Applications').clickWelcome('Explore sample data');
	await (await workbench.quickInput.opened()).accept();
	await workbench.tree('Applications').waitForRow('Notes');
}

export async function openWizard(workbench: Workbench, application: string): Promise<void> {
	const { quickInput } = workbench;
	// If the tree is redrawn during the click, the command receives no row as its argument.
	await eventually(`The wizard of ${application}`, async () => {
		await workbench.tree('Applications').clickInline(application, 'Export Errors…');
		await quickInput.opened();
		if ((await quickInput.title()).endsWith(application)) return true;
		await quickInput.escape();
		await quickInput.closed();
		return undefined;
	});
}

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

export async function openExport(workbench: Workbench): Promise<ResultsView> {
	await openSampleData(workbench);
	return exportRecords(workbench, { application: 'Shop for Android' });
}
