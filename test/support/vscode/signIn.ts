import { eventually } from './waiting';
import type { Workbench } from './workbench';

/** @param application Application that appears in the list after signing in */
export async function signIn(
	workbench: Workbench,
	{ url, token }: { readonly url: string; readonly token: string },
	application: string,
): Promise<void> {
	const { quickInput } = workbench;
	await workbench.openContainer('App Errors');
	await workbench.tree('Applications').clickWelcome('Sign In');
	for (const [title, answer] of [
		['Sign In (1/3)', url],
		['Sign In (2/3)', token],
	] as const) {
		await quickInput.opened(title);
		await quickInput.type(answer);
		await quickInput.accept();
	}
	await quickInput.opened('Sign In (3/3)');
	await quickInput.accept();
	await eventually('The applications', async () =>
		(await workbench.tree('Applications').labels()).includes(application) ? true : undefined,
	);
}
