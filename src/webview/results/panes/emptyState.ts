import type { Disposable } from '../../../shared/disposables';
import type { Notice } from '../../../shared/resultsProtocol';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import type { Context } from '../context/context';

/** What there is in a dataset, or a file that is of no export, so that nobody knows why it has no record. */
function whatThereIs({ store, t }: Context): string {
	if (store.state.info.naturalOrder) {
		return t('Nothing has been loaded into the dataset yet.');
	}
	return store.state.info.columns.length > 0
		? t('The file has columns, but no whole record.')
		: t('There is nothing in the file that could be a record.');
}

/**
 * Stands in place of the grid when there is nothing in it: the host's reasons with their buttons when the file has no
 * record, a way out when the filters leave none.
 */
export function emptyState(context: Context, reasons: readonly Notice[]): Disposable & { root: HTMLElement } {
	const { store, host, t } = context;
	const root = element('section', { class: 'empty-state', 'aria-label': t('No records') });
	const update = () => {
		const { info, count, reading, view } = store.state;
		const noneAtAll = info.total === 0 && reading.kind !== 'reading';
		const noneLeft = !noneAtAll && count === 0 && view.filters.length > 0;
		root.hidden = !noneAtAll && !noneLeft;
		root.classList.toggle('filtered', noneLeft);
		if (noneLeft) {
			fill(
				root,
				element('h2', {}, t('No record matches the filters')),
				textButton(t('Clear filters'), () => store.dispatch({ kind: 'filtersSet', filters: [] }), 'primary'),
			);
		} else if (noneAtAll) {
			fill(
				root,
				element('h2', {}, t('No records')),
				reasons.length === 0 && element('p', {}, whatThereIs(context)),
				...reasons.map(({ text, actions }) =>
					element(
						'div',
						{ class: 'empty-reason' },
						element('p', {}, text),
						element(
							'div',
							{ class: 'empty-actions' },
							...actions.map(({ id, label }) => {
								const button = textButton(label, () => {
									host.call('act', { id }).catch(context.fail);
								});
								// The end of a long one is cut off.
								button.title = label;
								return button;
							}),
						),
					),
				),
			);
		}
	};
	update();
	return {
		root,
		...store.subscribe((state, previous) => {
			if (state.count !== previous.count || state.info !== previous.info || state.reading !== previous.reading) {
				update();
			}
		}),
	};
}
