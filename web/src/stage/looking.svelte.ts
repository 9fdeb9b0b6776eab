/** Which finished deal of the running match is looked at again, 0: none. The score sheet and the story set it. */
export const looking = $state({ deal: 0 });
