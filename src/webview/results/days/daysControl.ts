import type { Disposable } from '../../../shared/disposables';
import type { SyncedDaysView, SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import { type DaysChoice, isDayIn, isWorthAsking } from '../../../shared/syncedDays';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { type MenuItem, openMenu } from '../../common/dom/menu';
import { openPopover } from '../../common/dom/popover';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';
import { describeChoice } from './dayLabels';
import { calendarSpan, daysFromTyped, getRows, offeredChoices, type TypedDays } from './daysOffered';

export interface DaysActions {
	readonly show: (choice: DaysChoice) => void;
	readonly fetch: (days: readonly SyncedDayView[]) => void;
}

interface DaysControl extends Disposable {
	readonly root: HTMLButtonElement;
}

export function daysControl(context: Context, actions: DaysActions): DaysControl {
	const { store, t, formats } = context;
	const root = element('button', {
		type: 'button',
		class: 'days-control',
		'aria-haspopup': 'menu',
		on: { click: () => store.state.days && open(store.state.days) },
	});
	const update = () => {
		const { days } = store.state;
		root.hidden = days === undefined;
		if (days) {
			const words = describeChoice(days.choice, days, context);
			fill(root, element('span', {}, words), icon('chevronDown'));
			root.title = formats.dates(days.span, calendarSpan(days).last);
			root.setAttribute('aria-label', t('Days shown: {0}', words));
		}
	};
	const open = (known: SyncedDaysView) => {
		const item = (choice: DaysChoice): MenuItem => ({
			kind: 'item',
			label: describeChoice(choice, known, context),
			hint: formats.records(getRows(choice, known)),
			checked: isSame(choice, known.choice),
			run: () => actions.show(choice),
		});
		const wanted = daysToFetch(known);
		openMenu(root, t('Days shown'), [
			...offeredChoices.flatMap((choices) => [...choices.map(item), { kind: 'separator' as const }]),
			...(known.choice.kind === 'between' ? [item(known.choice)] : []),
			{ kind: 'item', label: t('Custom range…'), run: () => openDaysForm(context, root, known, actions.show) },
			...(wanted.length > 0 ? [{ kind: 'separator' as const }] : []),
			...fetchItems(t('Fetch These Days'), wanted, known, context, actions),
		]);
	};
	update();
	return {
		root,
		...store.onChange(({ days }) => days, update),
	};
}

/** Returns the visible days for which more records may arrive. */
export function daysToFetch({ days, span }: SyncedDaysView): readonly SyncedDayView[] {
	return days.filter(({ day, state }) => isDayIn(day, span) && isWorthAsking(state));
}

export function fetchItems(
	label: string,
	wanted: readonly SyncedDayView[],
	{ asking }: SyncedDaysView,
	{ formats }: Pick<Context, 'formats'>,
	{ fetch }: Pick<DaysActions, 'fetch'>,
): readonly MenuItem[] {
	const [hint, disabled] = [formats.count(wanted.length), asking !== undefined];
	return wanted.length > 0 ? [{ kind: 'item', label, hint, disabled, run: () => fetch(wanted) }] : [];
}

function isSame(a: DaysChoice, b: DaysChoice): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

function openDaysForm(
	{ t, formats }: Pick<Context, 't' | 'formats'>,
	anchor: HTMLElement,
	known: SyncedDaysView,
	choose: (choice: DaysChoice) => void,
): void {
	const { first: begin, last: today } = calendarSpan(known);
	const from = field(t('First day'), known.span.first);
	const to = field(t('Last day'), known.span.last);
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const summary = element('p', { class: 'dim' });
	const show = textButton(t('Show'), () => {}, 'primary');
	show.type = 'submit';
	const faults: Readonly<Record<Extract<TypedDays, { kind: 'fault' }>['fault'], () => string>> = {
		format: () => t('Enter a date in the format YYYY-MM-DD.'),
		order: () => t('The last day must not be before the first day.'),
		outside: () => t('Enter a day between {0} and {1}.', begin, today),
	};
	const read = () => daysFromTyped(from.value, to.value, known);
	const update = () => {
		const typed = read();
		fault.textContent = typed.kind === 'fault' ? faults[typed.fault]() : '';
		summary.hidden = show.disabled = typed.kind === 'fault';
		if (typed.kind === 'days') {
			const rows = getRows({ kind: 'between', ...typed.span }, known);
			summary.textContent = `${formats.dates(typed.span, today)} · ${formats.records(rows)}`;
		}
	};
	const label = t('Custom day range');
	const form = element(
		'form',
		{
			class: 'popover-form',
			on: {
				input: update,
				submit: (event) => {
					event.preventDefault();
					const typed = read();
					if (typed.kind === 'days') {
						popover.close();
						choose({ kind: 'between', ...typed.span });
					}
				},
			},
		},
		element('h2', { class: 'panel-title' }, label),
		element('div', { class: 'form-range' }, from, element('span', { class: 'dim' }, '–'), to),
		summary,
		fault,
		element('div', { class: 'form-end' }, show),
	);
	update();
	const popover = openPopover(anchor, form, { label });
	from.select();
}

function field(label: string, value: string): HTMLInputElement {
	const input = textBox(label, 'yyyy-mm-dd');
	input.value = value;
	return input;
}
