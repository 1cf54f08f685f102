import { pickApplication } from '../../../services/pickApplication';
import { toHub, toMove } from './moves';
import type { Screen } from './screen';

export const changeApplication: Screen<'application'> = async ({ services, plan, title }) => {
	const answer = await pickApplication(services.applications, {
		title,
		canGoBack: true,
		activeId: plan.application.id,
	});
	return toMove(answer, ({ id, name }) => toHub({ application: { id, name } }));
};
