import type { Notice, ResultsStart } from '../../../shared/resultsProtocol';
import type { Context } from '../context';
import { linkButton } from '../dom/button';
import type { Disposable } from '../dom/disposables';
import { element } from '../dom/element';
import { icon } from '../dom/icon';
import { visibleText } from '../dom/visibleText';
import type { State } from '../state/state';
import { readingProgress } from './readingProgress';

/** What was asked, how much is here, as of when, and what to know about it. */
export function header(context: Context, start: ResultsStart, tools: HTMLElement): Disposable & { root: HTMLElement } {
	const { store, t, formats } = context;
	const count = element('span', { class: 'header-count' });
	const progress = readingProgress(context);
	const root = element(
		'header',
		{ class: 'header' },
		element(
			'div',
			{ class: 'header-line' },
			element('h1', { class: 'header-title', title: start.title }, visibleText(start.title)),
			element('span', { class: 'header-facts' }, count, start.asOf !== undefined && element('span', {}, start.asOf)),
			tools,
		),
		start.notices.length > 0 && noticeList(context, start.notices),
		progress.root,
	);
	const update = (state: State) => {
		count.textContent = countWords(state, context);
		count.title = [
			t('{0} of the file', formats.bytes(state.info.bytes)),
			state.info.format.toUpperCase(),
			...(state.info.broken > 0 ? [t('{0} broken', formats.count(state.info.broken))] : []),
		].join(' · ');
	};
	update(store.state);
	const subscription = store.subscribe((state, previous) => {
		if (state.count !== previous.count || state.info !== previous.info || state.view !== previous.view) {
			update(state);
			if (state.count !== undefined && state.reading.kind !== 'reading' && state.count !== previous.count) {
				context.announce(countWords(state, context));
			}
		}
	});
	return {
		root,
		dispose: () => {
			subscription.dispose();
			progress.dispose();
		},
	};
}

function countWords({ count, info, view }: State, { t, formats }: Context): string {
	if (view.filters.length === 0) {
		return formats.records(info.total);
	}
	return count === undefined
		? t('… of {0}', formats.records(info.total))
		: t('{0} of {1}', formats.count(count), formats.records(info.total));
}

/** Sentences of the host with their buttons. */
export function noticeList(context: Context, notices: readonly Notice[]): HTMLElement {
	return element(
		'ul',
		{ class: 'notices' },
		...notices.map(({ kind, text, actions }) =>
			element(
				'li',
				{ class: `notice ${kind}` },
				icon(kind === 'warning' ? 'warning' : 'info'),
				element('span', { class: 'notice-text' }, text),
				...actions.map(({ id, label }) =>
					linkButton(label, () => {
						context.host.call('act', { id }).catch(context.fail);
					}),
				),
			),
		),
	);
}
