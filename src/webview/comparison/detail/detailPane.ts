import type { ComparedSide } from '../../../shared/comparison';
import { type ComparedRow, type FoldName, foldNames } from '../../../shared/comparisonProtocol';
import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { type GroupValue, sameGroup } from '../../../shared/groupValue';
import { groupWords } from '../../../shared/groupWords';
import { iconButton, textButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/words/describeGroup';
import type { RowPages } from '../answers/rowPages';
import type { PageContext } from '../context/pageContext';
import type { ComparisonAnswer } from '../state/pageState';
import { nameOfFold } from '../words/foldWords';
import { apart } from './apart';
import { renamed } from './renamed';
import { sidesTable } from './sidesTable';
import { trends } from './trends';

interface DetailPane extends Disposable {
	readonly root: HTMLElement;
	focus(): void;
}

/** Where a group is that only one side has. */
const oneSided: readonly FoldName[] = ['new', 'gone', 'untold'];

/**
 * All that is known of the selected group.
 *
 * @param reveal Brings a group of the list into sight.
 * @param leave Gives the focus back to the list.
 */
export function detailPane(
	context: PageContext,
	pages: RowPages,
	{ reveal, leave }: { reveal: (place: { fold: FoldName; index: number }) => void; leave: () => void },
): DetailPane {
	const { store, host, t, tell, fail } = context;
	const owned = new DisposableStore();
	const finding = owned.add(new Latest());
	const following = owned.add(new Latest());
	const setsApart = owned.add(apart(context));
	const title = element('h2', { class: 'detail-title', tabindex: -1 });
	const copy = iconButton('copy', t('Copy name'), () => {
		const { selected, answer } = store.state;
		if (selected && answer) {
			host
				.call('copyText', { text: describeGroup(answer.asked.key, selected.value, t) })
				.then(() => tell(t('Copied')), fail);
		}
	});
	const close = iconButton('close', t('Close'), () => {
		leave();
		store.dispatch({ selected: undefined });
	});
	const body = element('div', {
		class: 'detail-body',
		tabindex: 0,
		role: 'region',
		'aria-label': t('The group on both sides'),
	});
	const root = element(
		'section',
		{
			class: 'detail',
			'aria-label': t('Group'),
			on: {
				keydown: (event) => {
					if (event.key === 'Escape' && !event.defaultPrevented) {
						event.preventDefault();
						leave();
					}
				},
			},
		},
		element('div', { class: 'pane-head' }, title, element('span', { class: 'spring' }), copy, close),
		body,
	);
	let shown: { readonly row: ComparedRow; readonly answer: ComparisonAnswer } | undefined;

	const follow = (value: GroupValue) => {
		following.run(async (signal) => {
			const place = await pages.find(value, oneSided, signal);
			if (place) {
				store.dispatch({ selected: place });
				reveal(place);
				title.focus();
			} else {
				tell(t('The group is not among those that are listed.'));
			}
		}, fail);
	};
	const records = (side: ComparedSide, row: ComparedRow, { asked }: ComparisonAnswer) => {
		const label = side === 'before' ? t('Records before') : t('Records after');
		const button = textButton(label, () => {
			host.call('openRecords', { asked, value: row.value, side }).catch(fail);
		});
		button.disabled = row[side] === undefined;
		return button;
	};
	const draw = (row: ComparedRow, answer: ComparisonAnswer, fold: FoldName) => {
		shown = { row, answer };
		const { key } = answer.asked;
		const words = groupWords(key, row.value);
		title.textContent = visibleText(words.title) || t('(none)');
		title.title = visibleText(words.title);
		const chart = trends(row, answer.head, context);
		setsApart.show(row, answer);
		fill(
			body,
			element('p', { class: 'detail-verdict' }, element('strong', {}, nameOfFold(fold, t)), ' ', row.words),
			...renamed(row.value, answer, context, follow),
			sidesTable(row, answer.head, context),
			element('div', { class: 'detail-actions' }, records('before', row, answer), records('after', row, answer)),
			chart && element('section', { class: 'detail-trend' }, element('h3', {}, t('How often')), chart),
			setsApart.root,
			words.whole.length > 0 &&
				element(
					'section',
					{},
					element('h3', {}, key.kind === 'frames' ? t('What tells it apart') : t('Whole text')),
					element(
						'ol',
						{ class: 'detail-whole' },
						...words.whole.map((line) => element('li', {}, element('bdi', {}, visibleText(line)))),
					),
				),
		);
		body.scrollTop = 0;
	};
	const update = () => {
		const { selected, answer } = store.state;
		if (!selected || !answer) {
			// What is hidden would lose the focus to nothing.
			if (root.contains(document.activeElement)) {
				leave();
			}
			root.hidden = true;
			shown = undefined;
			finding.dispose();
			return;
		}
		root.hidden = false;
		if (shown && shown.answer === answer && sameGroup(shown.row.value, selected.value)) {
			return;
		}
		setAttribute(root, 'aria-busy', 'true');
		finding.run(
			async (signal) => {
				const place = await pages.find(selected.value, foldNames, signal, selected);
				const row = place && pages.at(place.fold, place.index);
				setAttribute(root, 'aria-busy', undefined);
				if (row) {
					draw(row, answer, place.fold);
					if (place.fold !== selected.fold || place.index !== selected.index) {
						store.dispatch({ selected: place });
					}
				} else {
					// Filters leave none of its records, or it is beyond those that are looked through.
					store.dispatch({ selected: undefined });
				}
			},
			(error) => {
				setAttribute(root, 'aria-busy', undefined);
				fail(error);
			},
		);
	};
	owned.add(
		store.subscribe((state, previous) => {
			if (state.selected !== previous.selected || state.answer !== previous.answer) {
				update();
			}
		}),
	);
	root.hidden = true;
	return { root, focus: () => title.focus(), dispose: () => owned.dispose() };
}
