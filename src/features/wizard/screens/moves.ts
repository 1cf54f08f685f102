import type { Plan } from '../../../core/plan/plan';
import type { Move } from '../../../core/wizard/wizard';
import type { InputAnswer } from '../../../vscode/quickInput';

export function toMove<T>(answer: InputAnswer<T>, onValue: (value: T) => Move): Move {
	switch (answer.kind) {
		case 'value':
			return onValue(answer.value);
		case 'back':
			return { go: 'back' };
		case 'dismissed':
			return { go: 'dismiss' };
	}
}

export function toHub(change: Partial<Plan>): Move {
	return { change, go: 'hub' };
}
