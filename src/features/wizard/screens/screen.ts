import type { FieldTable } from '../../../core/plan/fields';
import type { Plan } from '../../../core/plan/plan';
import type { Zone } from '../../../core/plan/range';
import type { Move, WizardStep } from '../../../core/wizard/wizard';
import type { Account } from '../../../services/accounts';
import type { Services } from '../../../services/services';

/** Data for a wizard screen. A screen changes no state, but returns the next step. */
export interface ScreenContext {
	readonly services: Pick<Services, 'accounts' | 'applications' | 'exports' | 'plans' | 'sample'>;
	readonly account: Account;
	readonly plan: Plan;
	readonly zone: Zone;
	readonly fields: FieldTable;
	readonly now: Date;
	readonly title: string;
}

export type Screen<K extends WizardStep['kind'] = WizardStep['kind']> = (
	context: ScreenContext,
	step: Extract<WizardStep, { kind: K }>,
) => Promise<Move>;
