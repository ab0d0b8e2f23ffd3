/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <string.h>

#define DMI "/sys/class/dmi/id/"

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, "/proc/cpuinfo", "mount /proc", reason);
}

/* Words of the DMI strings. `sure` are those that only virtual machines have; the others' owners
 * rent whole machines too. */
static const struct probe_virtual_maker {
	const char *word, *kind;
	bool sure;
} makers[] = {
	{"QEMU", "QEMU", true}, {"KVM", "KVM", true}, {"VMware", "VMware", true},
	{"VirtualBox", "VirtualBox", true}, {"innotek", "VirtualBox", true}, {"Xen", "Xen", true},
	{"HVM domU", "Xen", true}, {"Virtual Machine", "Hyper-V", true}, {"Bochs", "Bochs", true},
	{"Parallels", "Parallels", true}, {"Apple Virtualization", "Apple", true},
	{"Amazon EC2", "Amazon EC2", false}, {"Google Compute", "Google Compute Engine", false},
	{"OpenStack", "OpenStack", false}, {"DigitalOcean", "DigitalOcean", false},
	{"Hetzner", "Hetzner", false},
};

static const struct probe_virtual_maker *find_maker(const char *product, const char *vendor)
{
	for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
		if (strstr(product, makers[i].word) || strstr(vendor, makers[i].word))
			return &makers[i];
	return NULL;
}

/* x86 kernels show the bit that every guest is given. Elsewhere only names can tell, and a name
 * that is missing says nothing. */
static void machine(struct as_probe_facts *f, const char *vendor, const char *product)
{
	char info[16 * 1024], flags[4096], type[64], why[AS_PROBE_REASON];
	const struct probe_virtual_maker *m = find_maker(product, vendor);
	bool read = as_probe_slurp(f->root, "/proc/cpuinfo", info, sizeof info, why);
	bool has_bit = read && as_probe_field(info, "flags", flags, sizeof flags);
	bool guest = has_bit ? strstr(flags, " hypervisor") != NULL : m && m->sure;
	const char *kind = m ? m->kind : NULL;

	if (as_probe_slurp(f->root, "/sys/hypervisor/type", type, sizeof type, NULL) && *type)
		kind = type;
	if (guest && kind)
		as_fact_addf(f, AS_FACT_MACHINE, "virtual.machine", "yes, %s", kind);
	else if (guest)
		as_fact_add(f, AS_FACT_MACHINE, "virtual.machine",
			"yes, of a kind it does not name");
	else if (has_bit)
		as_fact_add(f, AS_FACT_MACHINE, "virtual.machine", "no");
	else
		as_fact_unknown(f, AS_FACT_MACHINE, "virtual.machine",
			read ? "this processor's kernel does not say" : why);
}

static void container(struct as_probe_facts *f)
{
	static const struct {
		const char *path, *kind;
	} marks[] = {{"/.dockerenv", "docker"}, {"/run/.containerenv", "podman"}};
	char text[256];

	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (as_probe_slurp(f->root, marks[i].path, text, sizeof text, NULL)) {
			as_fact_add(f, AS_FACT_ENVIRONMENT, "virtual.container", marks[i].kind);
			return;
		}
	if (as_probe_slurp(f->root, "/run/systemd/container", text, sizeof text, NULL) && *text)
		as_fact_add(f, AS_FACT_ENVIRONMENT, "virtual.container", text);
	else
		as_fact_add(f, AS_FACT_ENVIRONMENT, "virtual.container", "none seen");
}

/* Serial numbers and the product's uuid are left out: only root can read them, and root's
 * experiments are of the same machine as everybody's. */
static void facts(struct as_probe_facts *f)
{
	char vendor[256], product[256];

	as_probe_slurp(f->root, DMI "sys_vendor", vendor, sizeof vendor, NULL);
	as_probe_slurp(f->root, DMI "product_name", product, sizeof product, NULL);
	machine(f, vendor, product);
	as_fact_file(f, AS_FACT_MACHINE, "machine.vendor", DMI "sys_vendor", "not named");
	as_fact_file(f, AS_FACT_MACHINE, "machine.product", DMI "product_name", "not named");
	as_fact_file(f, AS_FACT_ENVIRONMENT, "machine.firmware", DMI "bios_version", "not named");
	container(f);
}

const struct as_probe as_probe_virtual = {
	.name = "virtual",
	.summary = "whether this is a virtual machine or a container, and whose",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
