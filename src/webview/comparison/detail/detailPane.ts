import { bothSides, type ComparedSide, type LikelySame } from '../../../shared/comparison';
import { DisposableOwner } from '../../../shared/disposables';
import { sameKey } from '../../../shared/groupFilters';
import { groupWords } from '../../../shared/groupLabels';
import { type GroupValue, sameGroup } from '../../../shared/groupValue';
import {
	type ComparedRow,
	type ComparisonHead,
	type FoldName,
	foldNames,
} from '../../../shared/protocols/comparisonProtocol';
import type { Group } from '../../../shared/results';
import { iconButton, linkButton, textButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import type { PageContext } from '../context/pageContext';
import type { RowPages } from '../data/rowPages';
import { sideName } from '../format/counts';
import { nameOfFold } from '../format/foldLabels';
import type { ComparisonAnswer } from '../state/pageState';
import { traits } from './commonTraits';
import { GroupTrace } from './groupTrace';
import { trends } from './trends';

interface DetailActions {
	readonly reveal: (place: { readonly fold: FoldName; readonly index: number }) => void;
	readonly leave: () => void;
	readonly onToggle: () => void;
}

const oneSided: readonly FoldName[] = ['new', 'gone', 'inconclusive'];

export class DetailPane extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly finding = this.owned.add(new Latest());
	private readonly following = this.owned.add(new Latest());
	private readonly commonTraits: ReturnType<typeof traits>;
	private readonly trace: GroupTrace;
	private readonly title = element('h2', { class: 'detail-title', tabindex: -1 });
	private readonly body: HTMLElement;
	private shown: { readonly row: ComparedRow; readonly answer: ComparisonAnswer } | undefined;

	constructor(
		private readonly context: PageContext,
		private readonly pages: RowPages,
		private readonly actions: DetailActions,
	) {
		super();
		const { store, t } = context;
		this.commonTraits = this.owned.add(traits(context));
		this.trace = this.owned.add(new GroupTrace(context));
		this.body = element('div', {
			class: 'detail-body',
			tabindex: 0,
			role: 'region',
			'aria-label': t('Group details for both sides'),
		});
		const copy = iconButton('copy', t('Copy Name'), () => this.copyName());
		const close = iconButton('close', t('Close'), () => {
			actions.leave();
			store.dispatch({ selected: undefined });
		});
		this.root = element(
			'section',
			{
				class: 'detail',
				'aria-label': t('Group details'),
				on: {
					keydown: (event) => {
						if (event.key === 'Escape' && !event.defaultPrevented) {
							event.preventDefault();
							actions.leave();
						}
					},
				},
			},
			element(
				'div',
				{ class: 'pane-head' },
				this.title,
				this.trace.frame,
				element('span', { class: 'spring' }),
				copy,
				close,
			),
			this.body,
		);
		this.owned.add(
			store.subscribe((state, previous) => {
				if (
					state.selected !== previous.selected ||
					state.answer !== previous.answer ||
					// Changing the order aborts all requests for rows, so a running search for the group is started again.
					state.order !== previous.order
				) {
					this.update();
				}
			}),
		);
		this.root.hidden = true;
	}

	focus(): void {
		this.title.focus();
	}

	tracesChanged(): void {
		this.trace.refresh();
	}

	private copyName(): void {
		const { store, host, t, showStatus, fail } = this.context;
		const { selected, answer } = store.state;
		if (selected && answer) {
			host
				.call('copyText', { text: describeGroup(answer.asked.key, selected.value, t) })
				.then(() => showStatus(t('Copied')), fail);
		}
	}

	private follow(value: GroupValue): void {
		const { store, t, showStatus, fail } = this.context;
		this.following.run(async (signal) => {
			const found = await this.pages.find({ value }, oneSided, signal);
			if (found) {
				store.dispatch({ selected: found.selected });
				this.actions.reveal(found.selected);
				this.title.focus();
			} else {
				showStatus(t('The group is not in the list.'));
			}
		}, fail);
	}

	private recordsButton(side: ComparedSide, row: ComparedRow, { asked }: ComparisonAnswer): HTMLButtonElement {
		const { host, t, fail } = this.context;
		const label = side === 'before' ? t('Records (before)') : t('Records (after)');
		const button = textButton(label, () => {
			host.call('openRecords', { asked, value: row.value, side }).catch(fail);
		});
		button.disabled = row[side] === undefined;
		return button;
	}

	private tracesButton({ value, before, after }: ComparedRow, { asked }: ComparisonAnswer): HTMLButtonElement {
		const { host, t, showStatus, fail } = this.context;
		const button = textButton(t('Compare Stack Traces'), () => {
			if (before && after) {
				const numbers = { before: before.firstRecord, after: after.firstRecord };
				const title = visibleText(groupWords(asked.key, value).title) || t('(none)');
				host
					.call('compareTraces', { ...numbers, title })
					.then((message) => message !== '' && showStatus(message), fail);
			}
		});
		button.disabled = !before || !after;
		return button;
	}

	private draw(row: ComparedRow, answer: ComparisonAnswer, fold: FoldName): void {
		const { context, title, body, commonTraits, trace } = this;
		const { t } = context;
		this.shown = { row, answer };
		const { key } = answer.asked;
		const words = groupWords(key, row.value);
		title.textContent = visibleText(words.title) || t('(none)');
		title.title = visibleText(words.title);
		const chart = trends(row, answer.head, context);
		commonTraits.show(row, answer);
		trace.show(row);
		fill(
			body,
			element('p', { class: 'detail-verdict' }, element('strong', {}, nameOfFold(fold, t)), ' ', row.words),
			...renamed(row.value, answer, context, (value) => this.follow(value)),
			sidesTable(row, answer.head, context),
			element(
				'div',
				{ class: 'detail-actions' },
				this.recordsButton('before', row, answer),
				this.recordsButton('after', row, answer),
				this.tracesButton(row, answer),
			),
			chart && element('section', { class: 'detail-trend' }, element('h3', {}, t('Frequency')), chart),
			commonTraits.root,
			trace.root,
			words.whole.length > 0 &&
				element(
					'section',
					{},
					element('h3', {}, key.kind === 'frames' ? t('Grouped by') : t('Full text')),
					element(
						'ol',
						{ class: 'detail-whole' },
						...words.whole.map((line) => element('li', {}, element('bdi', {}, visibleText(line)))),
					),
				),
		);
		body.scrollTop = 0;
	}

	/** Shows or hides the pane. Preserves the selection, because the group may reappear with other filters. */
	private setVisible(visible: boolean): void {
		const { root, actions } = this;
		// The focus is moved before the focused element is hidden. Otherwise, the page would lose the focus.
		if (!visible && root.contains(document.activeElement)) {
			actions.leave();
		}
		if (root.hidden === visible) {
			root.hidden = !visible;
			actions.onToggle();
		}
		if (!visible) {
			this.shown = undefined;
		}
	}

	private update(): void {
		const { root, pages, shown, finding } = this;
		const { store, t, showStatus, fail } = this.context;
		const { selected, answer, sought } = store.state;
		finding.dispose();
		setAttribute(root, 'aria-busy', undefined);
		if (!selected || !answer) {
			this.setVisible(false);
			return;
		}
		if (!sameKey(answer.asked.key, store.state.asked.key)) {
			// The displayed result has a different grouping. This method is called again when the new result arrives.
			return;
		}
		if (!sought && shown?.answer === answer && sameGroup(shown.row.value, selected.value)) {
			return;
		}
		this.setVisible(true);
		setAttribute(root, 'aria-busy', 'true');
		finding.run(
			async (signal) => {
				const found = await pages.find(selected, foldNames, signal);
				signal.throwIfAborted();
				setAttribute(root, 'aria-busy', undefined);
				if (found) {
					this.draw(found.row, answer, found.selected.fold);
					store.dispatch({ selected: found.selected, sought: false });
					if (sought) {
						this.actions.reveal(found.selected);
					}
				} else {
					// Either the filters exclude all records of the group, or the group is after the last position that is
					// searched.
					this.setVisible(false);
					if (sought) {
						store.dispatch({ sought: false });
						showStatus(t('The group is not in the list.'));
					}
				}
			},
			(error) => {
				setAttribute(root, 'aria-busy', undefined);
				fail(error);
			},
		);
	}
}

/** Shows links to groups on the other side that may be the same error under a different name. */
function renamed(
	value: GroupValue,
	{ asked, head }: ComparisonAnswer,
	{ t, formats }: PageContext,
	show: (value: GroupValue) => void,
): readonly HTMLElement[] {
	return head.likelySame.flatMap((pair) => {
		const other = otherOf(pair, value);
		if (other === undefined) {
			return [];
		}
		const frames = formats.plural(pair.frames, { one: '{0} frame in common', other: '{0} frames in common' });
		return [
			element(
				'p',
				{ class: 'renamed' },
				t('Possibly renamed from or to:'),
				' ',
				linkButton(visibleText(describeGroup(asked.key, other, t)), () => show(other)),
				' ',
				element('span', { class: 'dim' }, frames),
			),
		];
	});
}

function otherOf({ before, after }: LikelySame, value: GroupValue): GroupValue | undefined {
	if (sameGroup(before, value)) {
		return after;
	}
	return sameGroup(after, value) ? before : undefined;
}

function sidesTable(row: ComparedRow, head: ComparisonHead, context: PageContext): HTMLElement {
	const { t, formats } = context;
	const none = '–';
	const line = (label: string, of: (group: Group, side: ComparedSide) => string | undefined) =>
		element(
			'tr',
			{},
			element('th', { scope: 'row', class: 'dim' }, label),
			...bothSides.map((side) => {
				const group = row[side];
				const text = group && of(group, side);
				return element('td', { class: 'number' }, element('bdi', {}, text ? visibleText(text) : none));
			}),
		);
	const column = (side: ComparedSide) =>
		element(
			'th',
			{ scope: 'col', class: 'number' },
			element('span', { class: `swatch ${side}`, 'aria-hidden': 'true' }),
			sideName(side, context),
		);
	const getShare = (group: Group, side: ComparedSide) =>
		group.devices === undefined ? undefined : formats.share(group.devices, head.sides[side].devices ?? 0);
	return element(
		'table',
		{ class: 'sides-table' },
		element('thead', {}, element('tr', {}, element('td'), column('before'), column('after'))),
		element(
			'tbody',
			{},
			head.by === 'devices' &&
				line(t('Devices'), ({ devices }) => (devices === undefined ? undefined : formats.count(devices))),
			head.by === 'devices' && line(t('Share of devices with errors'), getShare),
			line(t('Records'), ({ records }) => formats.count(records)),
			line(t('First seen'), ({ firstSeen }) => (firstSeen === undefined ? undefined : formats.dayTime(firstSeen))),
			line(t('Last seen'), ({ lastSeen }) => (lastSeen === undefined ? undefined : formats.dayTime(lastSeen))),
			line(t('Versions'), getVersions),
		),
	);
}

function getVersions({ firstVersion, lastVersion }: Group): string {
	return firstVersion === lastVersion ? firstVersion : `${firstVersion} – ${lastVersion}`;
}
