import { foldNames } from '../../../shared/comparisonProtocol';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import type { PageContext } from '../context/pageContext';
import { countOf, type PageState } from '../state/pageState';
import { nameOfFold } from '../words/foldWords';

interface ListNote {
	readonly root: HTMLElement;
	update(state: PageState): void;
	/** How far the work is, once it takes long. */
	working(words: string): void;
}

/** What is said above the list where it alone would not tell: that nothing is there, nothing changed, or why not. */
export function listNote(context: PageContext, again: () => void): ListNote {
	const { t, announce, setFilters } = context;
	const text = element('p', { class: 'list-words', role: 'status' });
	const actions = element('div', { class: 'list-actions' });
	const root = element('div', { class: 'list-note', hidden: true }, text, actions);
	const show = (words: string, kind: 'dim' | 'failure', ...buttons: readonly HTMLElement[]) => {
		root.hidden = words === '';
		root.className = `list-note ${kind}`;
		fill(text, kind === 'failure' && icon('warning'), words);
		fill(actions, ...buttons);
	};
	const update = (state: PageState) => {
		const { answer, failure, working } = state;
		if (failure !== undefined) {
			show(failure, 'failure', textButton(t('Retry'), again, 'primary'));
			return;
		}
		const words = working && answer ? undefined : wordsFor(state, context);
		if (words !== undefined) {
			const clear = textButton(t('Clear filters'), () => setFilters([]), 'primary');
			const offers = answer && answer.asked.filters.length > 0 && isEmpty(state);
			show(words, 'dim', ...(offers ? [clear] : []));
		}
		if (answer && !working) {
			announce(summary(state, context));
		}
	};
	return {
		root,
		update,
		working: (words) => {
			// What is listed stays in its place, under the bar that says it too.
			if (!context.store.state.answer) {
				show(words, 'dim');
			}
		},
	};
}

function isEmpty({ answer }: PageState): boolean {
	return answer !== undefined && foldNames.every((fold) => countOf(answer.head, fold) === 0);
}

/** '' where the list says enough. */
function wordsFor(state: PageState, { t, formats }: PageContext): string {
	const { answer } = state;
	if (!answer) {
		return t('Comparing…');
	}
	const { head, asked } = answer;
	const { before, after } = head.sides;
	if (isEmpty(state)) {
		return asked.filters.length > 0
			? t('No record matches the filters on either side.')
			: t('There are no records on either side.');
	}
	if (before.records === 0 || after.records === 0) {
		return before.records === 0
			? t('There are no records before, so nothing can be said of what changed.')
			: t('There are no records after, so nothing can be said of what changed.');
	}
	const [unchanged, untold] = [countOf(head, 'unchanged'), countOf(head, 'untold')];
	const changed = foldNames.reduce((sum, fold) => sum + countOf(head, fold), 0) - unchanged - untold;
	if (changed > 0) {
		return '';
	}
	const count = formats.count(unchanged + untold);
	if (unchanged === 0) {
		return untold === 1
			? t('Of the 1 group nothing can be told.')
			: t('Of none of the {0} groups anything can be told.', count);
	}
	return unchanged + untold === 1
		? t('No change can be seen in the 1 group.')
		: t('No change can be seen in any of the {0} groups.', count);
}

/** `3 New, 12 Grown, …`: what others see in the folds. */
function summary({ answer }: PageState, { t, formats }: PageContext): string {
	return answer
		? foldNames.map((fold) => `${nameOfFold(fold, t)}: ${formats.count(countOf(answer.head, fold))}`).join(', ')
		: '';
}
