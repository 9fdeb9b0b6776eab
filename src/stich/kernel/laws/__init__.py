"""The laws that every game obeys, checked in random play: `stich check <game>`. No game is exempt.

A law is checked at each decision of random matches. It compares the real state, what one seat knows of it, and deals
that this seat cannot distinguish from the real one. The laws find state that is forgotten, leaking or inconsistent.
They do not know the rules of a game: they do not notice a trump that fails to win, or a zone that the rules file makes
public and the rule sheet does not. The worked examples of the rule sheet test that.

| module | contents |
|---|---|
| `report` | the laws in words; what a check has found |
| `random_play` | a random action |
| `run` | what the laws share while a game is checked |
| `states`, `choices`, `views`, `knowledge`, `past`, `results` | the laws |
| `retrace` | for L9: the match played again with the pack of a drawn deal |
| `check` | random matches in which they are checked |
"""
