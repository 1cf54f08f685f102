import { timeFields } from '../../core/plan/timeFields';
import type { GroupOfRecords } from '../../services/commands';
import type { Services } from '../../services/services';
import type { ChosenComparison, ExposureKind } from '../../shared/comparison';
import { DisposableStore } from '../../shared/disposables';
import { columnOfFilter, type NamedFilters } from '../../shared/savedColumns';
import { reopenDisconnected } from '../../vscode/disconnectedTabs';
import { logFault } from '../../vscode/logFault';
import { chooseBaseline, chooseOther, chooseVersions, pickRecords } from './chooseSides';
import { type ComparedRecords, recordsGiven } from './comparedRecords';
import { ComparisonPanels } from './comparisonPanels';
import { whatsNew } from './whatsNew';

/**
 * Columns whose values always differ between the two sides. Filters on these columns would exclude all records of one
 * side.
 */
const traitLabels: Readonly<Record<ExposureKind, readonly string[]>> = {
	time: [...timeFields.default, ...timeFields.receive],
	devices: ['app_version_name'],
};

export function register(services: Services) {
	const { commands } = services;
	const store = new DisposableStore();
	const panels = store.add(new ComparisonPanels(services));
	store.add(
		reopenDisconnected(
			(tab) => panels.isDisconnected(tab),
			(tab) => panels.reopen(tab),
			(error) => logFault(services.log, 'comparison', error),
		),
	);
	const compare = async (
		what: Parameters<typeof recordsGiven>[1],
		choose: (services: Services, records: ComparedRecords) => Promise<ChosenComparison | undefined>,
	) => {
		const given = await recordsGiven(services, what);
		const records = given?.records ?? (await pickRecords(services));
		const chosen = records && (await choose(services, records));
		if (chosen) {
			const state = given?.inView && services.resultsViews.of(given.inView);
			panels.show(
				withFiltersOf(chosen, state && { filters: state.view.filters, columnNames: state.columnNames ?? {} }),
			);
		}
	};
	const compareGroup = async ({ file, ...group }: GroupOfRecords) => {
		const given = await recordsGiven(services, file);
		const last = services.openComparisons.lastWith(file.fsPath);
		const chosen = given && (await chooseBaseline(services, given.records, last));
		if (chosen) {
			panels.show(withFiltersOf(chosen, group), group);
		}
	};
	store.add(commands.register('appErrors.compareWith', (what) => compare(what, chooseOther)));
	store.add(commands.register('appErrors.compareGroup', compareGroup));
	store.add(commands.register('appErrors.compareVersions', (what) => compare(what, chooseVersions)));
	store.add(commands.register('appErrors.showComparison', (chosen) => panels.show(chosen)));
	store.add(commands.register('appErrors.whatsNew', (what) => whatsNew(services, what)));
	store.add(commands.register('appErrors.saveComparisonReport', () => panels.active?.run('saveReport')));
	return { panels, dispose: () => store.dispose() };
}

function withFiltersOf(chosen: ChosenComparison, shown: NamedFilters | undefined): ChosenComparison {
	const names = shown?.columnNames ?? {};
	const filters = (shown?.filters ?? []).filter(
		(filter) =>
			// A filter that selects individual records would exclude all records of the other side.
			filter.kind !== 'sameAs' &&
			filter.kind !== 'positions' &&
			!traitLabels[chosen.exposure].includes(names[columnOfFilter(filter) ?? -1] ?? ''),
	);
	return filters.length === 0 ? chosen : { ...chosen, filters: { filters, columnNames: names } };
}
