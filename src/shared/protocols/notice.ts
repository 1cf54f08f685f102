/** Message above the content of a page. If the user selects an action, the page sends the action's `id` to the host. */
export interface Notice {
	readonly kind: 'warning' | 'info';
	readonly text: string;
	readonly actions: readonly { readonly id: string; readonly label: string }[];
}
