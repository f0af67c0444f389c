import classes from './tabs.module.css';

export interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [name: Name, text: string])[];
  chosen: Name;
  choose: (name: Name) => void;
}

/** A few views of one thing, one of them shown. */
export function Tabs<Name extends string>({ label, tabs, chosen, choose }: TabsProps<Name>) {
  return (
    <div className={classes['tabs']} role="group" aria-label={label}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          className={classes['tab']}
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
