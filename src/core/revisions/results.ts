export type NoRevisions =
	| 'untrusted'
	| 'absent'
	/** Git is disabled in the settings or is not installed. */
	| 'disabled'
	/** The Git extension is still searching for repositories. */
	| 'starting'
	| 'virtual'
	| 'noRepository'
	| 'failed';

export type TagAnswer =
	| { readonly kind: 'tag'; readonly tag: string }
	| { readonly kind: 'several'; readonly tags: readonly string[] }
	/** No tag matches the version. `examples` contains some of the repository's tag names. */
	| { readonly kind: 'none'; readonly examples: readonly string[] }
	/** The repository has no tags, which is typical of shallow clones. */
	| { readonly kind: 'noTags' }
	| { readonly kind: 'unavailable'; readonly reason: NoRevisions };

export type NoTag = Exclude<TagAnswer, { kind: 'tag' }>;

export type Unmapped =
	| NoTag
	/** The build's source code doesn't contain the file under its current name or an earlier name. */
	| { readonly kind: 'noFile'; readonly tag: string }
	/** The file is binary, too long, or a pointer to external storage such as Git LFS. */
	| { readonly kind: 'noText'; readonly tag: string }
	| { readonly kind: 'tooUnlike'; readonly tag: string };
