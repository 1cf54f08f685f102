import type { Disposable } from '../../../shared/disposables';
import type { Notice } from '../../../shared/protocols/notice';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import type { Context } from '../context/context';

function describeAvailable({ store, t }: Context): string {
	if (store.state.info.naturalOrder) {
		return t('The dataset is empty. Load records into it first.');
	}
	return store.state.info.columns.length > 0
		? t('The file has a header but no complete records.')
		: t('The file contains no records.');
}

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
				element('h2', {}, t('No matching records')),
				textButton(t('Clear Filters'), () => store.dispatch({ kind: 'filtersSet', filters: [] }), 'primary'),
			);
		} else if (noneAtAll) {
			fill(
				root,
				element('h2', {}, t('No records')),
				reasons.length === 0 && element('p', {}, describeAvailable(context)),
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
								// The tooltip shows the full label, because long labels are truncated.
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
