import type { DaysChoice } from '../../../shared/keptDays';
import type { KeptDaysView } from '../../../shared/resultsProtocol';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { openPopover } from '../../common/dom/popover';
import { textBox } from '../../common/dom/textBox';
import type { Context } from '../context/context';
import { calendarSpan, daysFromTyped, rowsOf, type TypedDays } from './daysOffered';

/** Asks for the first and the last day; what is wrong with them is said below while they are typed. */
export function openDaysForm(
	{ t, formats }: Pick<Context, 't' | 'formats'>,
	anchor: HTMLElement,
	known: KeptDaysView,
	choose: (choice: DaysChoice) => void,
): void {
	const { first: begin, last: today } = calendarSpan(known);
	const from = field(t('First day'), known.span.first);
	const to = field(t('Last day'), known.span.last);
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const told = element('p', { class: 'dim' });
	const show = textButton(t('Show'), () => {}, 'primary');
	show.type = 'submit';
	const faults: Readonly<Record<Extract<TypedDays, { kind: 'fault' }>['fault'], () => string>> = {
		format: () => t('A day is typed as yyyy-mm-dd.'),
		order: () => t('The last day is before the first.'),
		outside: () => t('There are days from {0} to {1}.', begin, today),
	};
	const read = () => daysFromTyped(from.value, to.value, known);
	const update = () => {
		const typed = read();
		fault.textContent = typed.kind === 'fault' ? faults[typed.fault]() : '';
		told.hidden = show.disabled = typed.kind === 'fault';
		if (typed.kind === 'days') {
			const rows = rowsOf({ kind: 'between', ...typed.span }, known);
			told.textContent = `${formats.dates(typed.span, today)} · ${formats.records(rows)}`;
		}
	};
	const label = t('Days from – to');
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
		told,
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
