import { foldNames } from '../../../shared/protocols/comparisonProtocol';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import type { PageContext } from '../context/pageContext';
import { nameOfFold } from '../format/foldLabels';
import { countOf, type PageState } from '../state/pageState';

interface ListNote {
	readonly root: HTMLElement;
	update(state: PageState): void;
	working(words: string): void;
}

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
			const clear = textButton(t('Clear Filters'), () => setFilters([]), 'primary');
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
			// Existing results stay visible below the progress bar.
			if (!context.store.state.answer) {
				show(words, 'dim');
			}
		},
	};
}

function isEmpty({ answer }: PageState): boolean {
	return answer !== undefined && foldNames.every((fold) => countOf(answer.head, fold) === 0);
}

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
			: t('Neither side has any records.');
	}
	if (before.records === 0 || after.records === 0) {
		return before.records === 0
			? t('The "before" side has no records, so there is nothing to compare with.')
			: t('The "after" side has no records, so there is nothing to compare.');
	}
	const [unchanged, inconclusive] = [countOf(head, 'unchanged'), countOf(head, 'inconclusive')];
	const changed = foldNames.reduce((sum, fold) => sum + countOf(head, fold), 0) - unchanged - inconclusive;
	if (changed > 0) {
		return '';
	}
	if (unchanged === 0) {
		return formats.plural(inconclusive, {
			one: 'The result for {0} group is inconclusive.',
			other: 'The results for all {0} groups are inconclusive.',
		});
	}
	return formats.plural(unchanged + inconclusive, {
		one: '{0} group has no detectable change.',
		other: '{0} groups have no detectable change.',
	});
}

function summary({ answer }: PageState, { t, formats }: PageContext): string {
	return answer
		? foldNames.map((fold) => `${nameOfFold(fold, t)}: ${formats.count(countOf(answer.head, fold))}`).join(', ')
		: '';
}
